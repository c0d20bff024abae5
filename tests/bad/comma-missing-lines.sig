; expect error 5:3 sig-comma: parameters are separated by commas
;   hint: insert "," before "limit"
search(
  query :string
  limit :int
) -> :any
