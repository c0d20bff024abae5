; expect error 2:9 sig-unclosed: the quotation mark before the file name is never closed
include "
f() -> :int
