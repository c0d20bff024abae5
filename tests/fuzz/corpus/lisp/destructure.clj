(let [[a [b & c] :as all] [1 [2 3 4]] {:keys [x y] :or {y 7} z :zed :as m} {:x 1 "zed" 2}] [a b c all x y z m])
((fn [& {:keys [p q]}] [p q]) :p 1 :q 2)
