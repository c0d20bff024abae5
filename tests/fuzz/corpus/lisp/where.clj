(filter (where :status = "paid") [{:status "paid"} {:status :paid} {"status" "open"}]) ((all-of odd? pos?) 3)
