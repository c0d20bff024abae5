; expect error 3:1 sig-duplicate-name: duplicate declaration "user_id" (also written "user-id" at 2:1)
user-id = :int
user_id() -> :int
