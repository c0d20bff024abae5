; expect error 3:1 sig-unexpected-token: a struct of Go, expected name = T
;   hint: write Item = {ID :int, Tags [:string]}
type Item struct {
  ID int `json:"id"`
  Tags []string
}
