; expect error 3:1 sig-unexpected-token: a C function, expected name(params) -> T
;   hint: write search(q :string) -> :int
int search(const char *q);
