; expect error 2:9 sig-include: "include-circle-back.sig" includes itself: include-circle-back.sig -> include-circle.sig -> include-circle-back.sig
include "include-circle.sig"
a = :int
