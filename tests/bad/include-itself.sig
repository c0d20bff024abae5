; expect error 2:9 sig-include: "include-itself.sig" includes itself
include "include-itself.sig"
f() -> :int
