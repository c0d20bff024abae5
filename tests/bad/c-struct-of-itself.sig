; expect error 3:1 sig-unexpected-token: a struct, expected name = T
;   hint: write node = {value :int, next :node?}
struct node { int value; struct node *next; };
