(case 3 1 :a (2 3) :b :else) (condp = 2 1 :x 2 :y) (cond-> {} true (assoc :a 1) false (assoc :b 2)) (some-> {:a {:b 1}} :a :b inc) (if-let [[a] nil] a :none) (when-some [x false] x)
