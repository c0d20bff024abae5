; expect error 2:26 sig-include: an include must be alone on its line
include "part-types.sig" f() -> :int
g() -> :int
