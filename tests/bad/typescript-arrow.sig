; expect error 3:1 sig-unexpected-token: a TypeScript function, expected name(params) -> T
;   hint: write search(q :string) -> :float
const search = (q: string): number => 1;
