; expect error 3:1 sig-unexpected-token: a type, expected name = T
;   hint: write Item = {id :float, tags [:string]}
type Item = { id: number, tags: string[] }
