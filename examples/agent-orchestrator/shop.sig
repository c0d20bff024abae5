; Questions to the shop. Agents name these; their C functions are in tools.c.
order = {id :int, total :float, note :string, _card :string}

search_orders(customer :string) -> [:order]
  Finds the orders of a customer, oldest first.
