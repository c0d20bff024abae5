; expect error 3:1 sig-unexpected-token: a function of C, expected name(params) -> T
;   hint: write run() -> :nil
void run(void);
