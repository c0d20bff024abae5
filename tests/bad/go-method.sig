; expect error 3:1 sig-unexpected-token: a Go function, expected name(params) -> T
;   hint: write Search(ctx :Context, q :string) -> :Item
func (s *Server) Search(ctx context.Context, q string) (*Item, error)
