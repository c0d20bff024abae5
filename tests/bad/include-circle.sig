; expect error 2:9 sig-include: "include-circle.sig" includes itself: include-circle.sig -> include-circle-back.sig -> include-circle.sig
include "include-circle-back.sig"
f() -> :int
