; expect error 3:1 sig-unexpected-token: a struct, expected name = T
;   hint: write Item = {id :int, name :string, tags [:string]}
struct Item { id: i32, name: String, tags: Vec<String> }
