item = {id :int, title :string}

search(query :string, limit :int[1..100]?) -> {count :int, items [:item]}
  Find items that match the query.
  - query: words, separated by blanks
  @title Search the shop
  @hints read-only closed-world

stock(id :int) -> {id :int, left :int, price :float}
  What is left of an item, and its price.
  @hints read-only closed-world

total(orders [{id :int, user :string, status :string, total :float}]) -> :float
  The sum of the orders that are paid.
  @hints read-only closed-world

order(id :int, count :int[1..99], note :string?) -> {number :int, id :int, count :int}
  Order some of an item.
  @hints additive closed-world

titles() -> [:string]
  All titles.
  @hints read-only closed-world
