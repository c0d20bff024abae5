; expect error 11:3 sig-tool: the title is missing: write @title Search the shop
; expect error 12:12 sig-tool: a timeout must be a number of milliseconds from 1 to 86400000, found 5s
; expect error 14:12 sig-tool: a timeout must be a number of milliseconds from 1 to 86400000, found 0
; expect error 16:12 sig-tool: a timeout must be a number of milliseconds from 1 to 86400000, found 99999999999999999999
; expect error 18:3 sig-tool: the timeout is missing: write @timeout 5000
; expect error 21:3 sig-tool: the timeout is given twice; keep one
; expect error 24:3 sig-tool: the title is given twice; keep one
; expect error 26:3 sig-tool: a type is not a tool: only functions have @title

a() -> :string
  @title
  @timeout 5s
b() -> :string
  @timeout 0
c() -> :string
  @timeout 99999999999999999999
d() -> :string
  @timeout
e() -> :string
  @timeout 86400000
  @timeout 1
f() -> :string
  @title One
  @title Two
item = {id :int}
  @title An item
