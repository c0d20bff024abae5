; Functions as tools: made with --tool-stubs.
search(query :string, limit :int[1..100]?, kinds [:enum["book" "lamp"]]?,
       page [:map [:size {:default 10} :int]]) ->
  {count :int, items [{id :int, title :string, price :float?}], _cost :float}
  Finds items; "cheap" ones first.
  - limit: how many at most
now() -> :datetime
total(prices [:map-of :int :float], mode :keyword, by :int|:string) -> :float
  Adds prices up.
find-person(name :string) -> {id :int, boss :int?}?
