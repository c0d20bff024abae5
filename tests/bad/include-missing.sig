; expect error 2:9 sig-include: there is no file "no-such-file.sig"
include "no-such-file.sig"
f() -> :int
