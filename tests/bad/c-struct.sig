; expect error 3:1 sig-unexpected-token: a struct, expected name = T
;   hint: write item = {id :int, name :string, code :string, counts [:int]}
struct item { int id; char *name; char code[8]; int counts[4]; };
