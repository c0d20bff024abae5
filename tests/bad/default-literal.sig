; expect error 28:18 sig-default: the word oops is not a value
;   hint: write "oops" for the string, :oops for the keyword
; expect error 28:44 sig-default: the key "x" appears twice
; expect error 28:61 sig-default: keys of a default must be names or strings
;   hint: write x: with the colon after it
; expect error 28:78 sig-default: the key of a map must be followed by a colon
;   hint: write x: and the value
; expect error 28:97 sig-default: the last key of the map has no value
; expect error 29:17 sig-default: a comma separates two items
;   hint: remove this comma
; expect error 29:34 sig-default: a comma separates two items
;   hint: remove this comma
; expect error 29:53 sig-default: a comma separates two items
;   hint: remove this comma
; expect error 29:72 sig-default: a comma separates two items
;   hint: remove this comma
; expect error 29:86 sig-default: keys of a default must be names or strings
; expect error 29:105 sig-default: a comma separates two items
;   hint: remove this comma
; expect error 29:107 sig-default: the word y is not a value
;   hint: write "y" for the string, :y for the keyword
; expect error 30:12 sig-default: the number is out of range
; expect error 30:45 sig-default: the number is out of range
; expect error 30:65 sig-default: unknown escape
;   hint: write \\d
; expect error 30:81 sig-default: unknown escape
;   hint: write \\d
f(a [:int] = [1, oops, 2], b :map = {x: 1, x: 2}, c :map = {:x 1}, d :map = {x 1}, e :map = {x: }) -> :int
g(a [:int] = [1,,2], b [:int] = [,], c :map = {x: 1,, y: 2}, d :map = {,}, e :map = {1: 2}, f :map = {x:, y: 1}) -> :int
h(a :int = 99999999999999999999, b :float = 1e999, c :string = "\d", d :map = {"\d": 1}) -> :int
