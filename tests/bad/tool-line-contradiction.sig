; expect error 6:20 sig-tool: this hint contradicts read-only
;   hint: keep one of them
; expect error 9:10 sig-tool: this hint contradicts destructive
;   hint: keep one of them
drop() -> :nil
  @hints read-only destructive
add() -> :nil
  @hints destructive
  @hints additive
