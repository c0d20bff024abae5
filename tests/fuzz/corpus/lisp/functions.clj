(defn f ([x] (f x 1)) ([x y & more] [x y more]))
[(f 1) (f 1 2 3) (map #(* % %2) [1 2] [3 4]) ((comp inc dec) 1) ((juxt :a :b) {:a 1 :b 2}) ((partial + 1) 2)]
