include "shop.sig"

find_order(customer :string) -> :order?
  Finds the last order of a customer.
