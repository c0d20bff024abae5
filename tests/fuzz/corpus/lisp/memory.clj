(def n 1) (defonce n 2) (defn g [x] (+ x n)) (def m (into {} (map (fn [i] [i (g i)]) (range 40)))) (reduce-kv (fn [a k v] (+ a v)) 0 (dissoc m 3 5 7))
