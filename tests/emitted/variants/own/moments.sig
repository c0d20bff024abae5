; Moments in every place that they can have, and enums beside them that may be absent.
moments(
  at :datetime, until :datetime?, all [:datetime?], pair [:tuple :datetime :int],
  by [:map-of :datetime :int], either :datetime|:int|{day :datetime}, checked [:and :datetime :any],
  head [:map [:since {:default "2026-01-02T09:00:00+02:00"} :datetime]],
  choice :enum["a" "b"]?, choices [:map-of [:enum "x" "y"] [:enum 1 2]], both [:tuple [:enum "l" "r"] [:= 7]]
) -> :datetime
