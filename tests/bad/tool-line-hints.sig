; expect error 8:10 sig-tool: unknown hint readonly,
;   hint: hints are read-only, destructive or additive, idempotent, open-world or closed-world, separated by spaces
; expect error 8:31 sig-tool: this hint contradicts open-world
;   hint: keep one of them
; expect error 9:3 sig-tool: the hints are missing
;   hint: hints are read-only, destructive or additive, idempotent, open-world or closed-world
search() -> :string
  @hints readonly, open-world closed-world
  @hints
