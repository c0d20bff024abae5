(loop [i 0 a []] (if (< i 20) (recur (inc i) (conj a (* i i))) a))
(for [a (range 4) :when (odd? a) :let [b (* a a)] c [b a] :while (< c 9)] [a c])
(doseq [[k v] {:a 1 :b 2}] (println k v))
