; Days and decimals in every place that they can have.
amounts(
  on :date, until :date?, all [:date?], pair [:tuple :date :decimal],
  by [:map-of :date :decimal], either :date|:int|{price :decimal}, checked [:and :date :any],
  price :decimal[0..1000], rate :decimal[> -0.5 <1e3]?, mixed :decimal|:bool|[:decimal],
  head [:map [:since {:default "2026-01-02"} :date] [:fee {:default "1.50"} :decimal]]
) -> :decimal
day() -> :date
