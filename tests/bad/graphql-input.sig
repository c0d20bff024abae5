; expect error 3:1 sig-unexpected-token: an input of GraphQL, expected name = T
;   hint: write Filter = {name :string, min :float}
input Filter { name: String, min: Float }
