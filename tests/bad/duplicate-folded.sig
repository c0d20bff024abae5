; expect error 3:6 sig-duplicate-name: duplicate field "user_id" (also written "user-id" at 2:6)
f(x {user-id :int,
     user_id :string}) -> :any
