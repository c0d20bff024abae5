; Strings in every place that they can have.
letter(
  path :string, topic :keyword, at :datetime, note :string[..100]?, tags [:string],
  marks [:map-of :string :string], kinds [:map-of :keyword :int]?, pair [:tuple :string :keyword],
  body :string|{text :string}, more :any, rest :map?, checked [:and :string [:not [:= "x"]]],
  tree [:schema {:registry {"n" [:map [:name :string] [:kids [:vector [:ref "n"]]]]}} [:ref "n"]]?,
  day :date, price :decimal, sums [:decimal], first :date = "2026-01-02",
  head [:map [:title {:default "none"} :string] [:late {:default ["a" "b"]} [:vector :string]]]
) -> :string
