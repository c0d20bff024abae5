; expect error 3:18 sig-unknown-type: unknown type ":integer"
;   hint: use :int
add(a :string, b :integer) -> :bool
