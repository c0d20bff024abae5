; A nested document: maps in maps, lists of maps, an enum, optional fields.
order = {
  order_id :int, status :enum["pending" "paid" "shipped" "delivered" "cancelled"],
  created_at :string,
  customer {id :int, name :string, email :string?,
            address {street :string, city :string, zip :string, country :string}},
  items [{sku :string, title :string, quantity :int[1..], unit_price :float, discount :float?}],
  totals {subtotal :float, tax :float, shipping :float, grand_total :float},
  tags [:string], paid :bool, notes :string?
}
