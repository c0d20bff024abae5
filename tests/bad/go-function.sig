; expect error 3:1 sig-unexpected-token: a Go function, expected name(params) -> T
;   hint: write Search(q :string, limit :int) -> [:Item]
func Search(q string, limit int) ([]Item, error) {
  return nil, nil
}
