; expect error 3:1 sig-unexpected-token: a type, expected name = T
;   hint: write Kind = :enum["open" "closed"]
type Kind = "open" | "closed";
