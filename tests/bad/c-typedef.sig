; expect error 3:1 sig-unexpected-token: a type of C, expected name = T
;   hint: write item = {id :int}
typedef struct { int id; } item;
