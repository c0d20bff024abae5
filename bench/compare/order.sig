; SPDX-License-Identifier: MIT
; An order as a model places it: the example that docs/comparison.md measures.
order(
  customer :string[1..80],
  email :string[3..254]?,
  shipping :enum["standard" "express" "pickup"],
  street :string[1..100],
  city :string[1..60],
  zip :string[3..10],
  items [{sku :string[1..32], count :int[1..99], price :float[0.01..100000]}][1..50],
  gift :bool = false,
  discount :float[0..0.5] = 0.0,
  note :string[..200]?
) -> {number :int}
  Places an order.
