; expect error 4:12 sig-unknown-type: unknown type ":usr"
;   hint: did you mean :user?
user = {id :int}
find() -> [:usr]
