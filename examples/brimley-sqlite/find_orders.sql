---
name: find_orders
type: sql_function
description: Orders of a customer, the newest first.
path: /customers/{customer_id}/orders/{status}
arguments:
  inline:
    customer_id: int
    status: {type: string, enum: [open, shipped, returned]}
    since: {type: date, default: "2026-01-01"}
    min_total: {type: float, default: 0.0, minimum: 0}
    shop: {type: string, from_context: app.user.shop}
return_shape: "Order[]"
---
SELECT id, placed, total, express    -- one column for each field of Order
FROM orders
WHERE shop = :shop
  AND customer_id = :customer_id
  AND status = :status
  AND placed >= :since
  AND total >= :min_total
  AND note NOT LIKE '%:void%'        -- a string, and no name
ORDER BY placed DESC
