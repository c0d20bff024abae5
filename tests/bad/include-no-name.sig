; expect error 2:9 sig-unclosed: the name of the file is never closed
include "
f() -> :int
