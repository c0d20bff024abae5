; expect error 3:1 sig-unexpected-token: a class, expected name = T
;   hint: write Node = {value :int = 1, next :Node?, kids [:Node] = [], prev :Node?}
class Node:
    value: int = 1
    next: Optional["Node"] = None
    kids: List["Node"] = []
    prev: "Node"
