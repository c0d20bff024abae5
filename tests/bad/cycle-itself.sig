; expect error 3:26 sig-cycle: named types in a circle without an end: node -> node
;   hint: give it an end: write next :node?
node = {value :int, next :node, kids [:node]}
