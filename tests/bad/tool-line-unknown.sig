; expect error 7:3 sig-tool: unknown line @hint
;   hint: did you mean @hints?
; expect error 8:3 sig-tool: unknown line @param
;   hint: lines that begin with @ are @title, @hints and @timeout; to begin a line of a description with @, write \@
search(query :string) -> [:string]
  - query: words
  @hint read-only
  @param query words
  \@example search("lamp")
