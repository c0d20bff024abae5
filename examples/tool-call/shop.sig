; What a model may ask of the shop.
quote(item :enum["desk" "lava"], count :int[1..99], gift :bool?) ->
  {total :float, days :int}
  Prices an order.
  - gift: wrapped in paper
