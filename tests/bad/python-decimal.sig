; expect error 4:1 sig-unexpected-token: a Python function, expected name(params) -> T
;   hint: write pay(total :decimal, day :date, at :datetime) -> :decimal

def pay(total: Decimal, day: datetime.date, at: datetime.datetime) -> decimal.Decimal:
