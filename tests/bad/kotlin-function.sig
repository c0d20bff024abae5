; expect error 3:1 sig-unexpected-token: a Kotlin function, expected name(params) -> T
;   hint: write search(q :string, limit :int = 10) -> [:Item]
fun search(q: String, limit: Int = 10): List<Item>
