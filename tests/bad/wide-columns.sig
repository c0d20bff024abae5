; as a string
; expect error 3:18 sig-unknown-type: unknown type ":nope"
{"漢字" :int, 	"é" :nope}
