; What the shop can be asked. Agents name these; C functions behind them are in tools.c.
order = {id :int, total :float, note :string, _card :string}

search_orders(customer :string) -> [:order]
  Finds the orders of a customer, oldest first.
