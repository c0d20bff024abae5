; as a string
; expect error 3:15 sig-unknown-type: unknown type ":nope"
{a {b {c [[{d :nope}]]}}}
