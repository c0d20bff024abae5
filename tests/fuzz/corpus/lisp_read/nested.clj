(defn f "doc" ^:m [x & {:keys [a] :or {a 1}}] ; comment
  #_(skip #_ me ^m x) (let [g #(+ %1 %2)] {:k #{1 [2]}, "s" '()}))
