; expect error 2:9 sig-include: there is no file "no-such-file.sig" to include
include "no-such-file.sig"
f() -> :int
