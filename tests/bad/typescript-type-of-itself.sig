; expect error 3:1 sig-unexpected-token: a type, expected name = T
;   hint: write Item = {parent :Item?, meta {up :Item?}}
type Item = { parent: Item, meta: { up: Item } }
