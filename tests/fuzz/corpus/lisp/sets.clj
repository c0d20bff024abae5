(def s (reduce conj #{} (range 60))) (disj s 5) (contains? s 7) (clojure.set/union s #{:a})
