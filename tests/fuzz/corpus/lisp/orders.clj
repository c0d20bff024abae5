(def orders [{:id 1 :status "paid" :total 150.5} {:id 2 :status "open" :total 20} {"id" 3 "status" "paid" "total" 99}])
(let [paid (filter (fn [o] (= (:status o) "paid")) orders)
      big (filter (fn [o] (> (:total o) 100)) paid)
      total (reduce + 0 (map :total big))
      ids (map (fn [o] {:id (:id o) :cents (* 100 (:total o))}) big)]
  {:count (count big) :total total :average (if (> (count big) 0) (/ total (count big)) 0)
   :top (take 3 (reverse (sort-by :total big))) :ids ids})
