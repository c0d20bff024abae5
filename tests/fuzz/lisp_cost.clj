;; What tests/fuzz/lisp_cost.py gives to builtins: large values of every representation.
(do
  (def V (vec (range 50000)))                                     ; flat
  (def F (vec (map (fn [x] (* x 1.5)) (range 50000))))            ; floats
  (def M (zipmap (range 20000) (range 20000)))                    ; a hash
  (def N (into {} (map (fn [x] [(str "key-" x) x]) (range 20000)))) ; of names
  (def S (set (range 30000)))
  (def T (reduce (fn [t _] (str t t)) "ab 1,c.\n" (range 18)))    ; 2 MiB of ASCII
  (def W (reduce (fn [t _] (str t t)) "äЖ 中." (range 18)))        ; 2.5 MiB, not ASCII
  (def Z (str "a" (reduce (fn [t _] (str t t)) "\u0301" (range 18)))) ; one grapheme
  (def L (mapv (fn [x] (str T x)) (range 4)))                     ; long texts, begin alike
  (def P (mapv (fn [x] [x (str x)]) (range 20000)))               ; pairs
  (def R (mapv (fn [x] {:id x :name (str "n" x) :tags [1 2 3]}) (range 10000))) ; records
  (def RS (set R))
  (def X (reduce (fn [x _] [x x]) [1 2] (range 40)))              ; shares its parts
  (def XM (reduce (fn [x _] {:a x :b x}) {:a 1} (range 40)))
  (def D (reduce (fn [x _] [x]) [] (range 400)))                  ; deep
  (def J (json/generate-string R))
  (def NS (mapv (fn [x] (str x)) (range 50000)))                  ; short texts
  (def G (mapv (fn [x] (rem (* x 7919) 10007)) (range 50000)))    ; in no order
  (def DG (reduce (fn [t _] (str t t)) "07" (range 16)))           ; digits, 128 KiB
  (def ZR (apply str (repeat 100000 "0")))
  (def NM (apply str (repeat 100000 "n")))                        ; a name
  (def SO (into (sorted-map) M))
  (def SS (into (sorted-set) S))
  (def SM {:a 1 "b" 2 :id 3})
  nil)
