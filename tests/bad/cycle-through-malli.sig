; expect error 3:30 sig-cycle: named types in a circle: tree -> tree
;   hint: recursion is written in Malli: [:schema {:registry {...}} [:ref ...]]
tree = [:map [:kids [:vector :tree]]]
