; expect error 3:1 sig-unexpected-token: a struct of Go, expected name = T
;   hint: write Tree = {Value :int, Left :Tree?, Kids [:Tree]}
type Tree struct { Value int; Left *Tree; Kids []*Tree }
