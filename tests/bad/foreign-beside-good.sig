; expect error 4:1 sig-unexpected-token: a function of C, expected name(params) -> T
;   hint: write search(q :string) -> :int
status() -> :int
int search(const char *q);
