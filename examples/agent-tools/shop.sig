; What the agent may do in the shop.
search(query :string, limit :int[1..20]?) -> [{title :string, price :float}]
  Finds articles whose title holds the query.
