; expect error 3:8 sig-cycle: named types in a circle: self -> self
;   hint: recursion is written in Malli: [:schema {:registry {...}} [:ref ...]]
self = :self?
