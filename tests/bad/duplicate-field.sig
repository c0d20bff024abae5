; as a string
; expect error 3:25 sig-duplicate-name: duplicate field "id" (also written "id" at 3:2)
{id :int, name :string, id :string}
