; as a string
; expect warning 3:5 sig-firewall-input
(_a :int, b :int) -> {_c :int}
