; Days and decimals in every place, with their bounds and defaults.
money(
  day :date, until :date?, price :decimal, limit :decimal[0..1000]?, rate :decimal[> -0.5 <1e3],
  start :date = "2026-01-02", fee :decimal = "1.50", share :decimal[0..1] = 1,
  days [:date], prices [:decimal?], pair [:tuple :date :decimal], by [:map-of :date :decimal],
  sums [:map-of :string :decimal], either :date|:int|{price :decimal}, amount :decimal|:bool|[:decimal],
  checked [:and :date [:not [:= "2000-01-01"]]], unique [:set :decimal]?, size :enum["s" "m"]
) -> :decimal?
  Everything that is counted to the cent or to the day.
  - fee: What it costs at least.
price = {amount :decimal[0.01..], due :date?}
