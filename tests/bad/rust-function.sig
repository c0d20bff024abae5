; expect error 3:1 sig-unexpected-token: a Rust function, expected name(params) -> T
;   hint: write search(q :string, limit :int?) -> [:Item]
pub fn search(&self, q: &str, limit: Option<i32>) -> Result<Vec<Item>, Error>
