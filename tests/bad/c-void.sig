; expect error 3:1 sig-unexpected-token: a C function, expected name(params) -> T
;   hint: write run() -> :nil
void run(void);
