; Named types are C types of their own, declared before they are used.
find(name :string) -> [:user]

user = {id :int, name :string, home :address?, roles [:role]}

address = {street :string, zip :string[5..5]?}

role = :enum["admin" "guest"]

team = {lead :user, members [:user][1..], by_role {admin :user?, guest :user?}}

flags = [:bool?]

now() -> {unix :int, zone :string}
