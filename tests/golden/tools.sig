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
plan(at :datetime, size [:map [:n {:default 3} :int]],
     shape [:multi {:dispatch :type} ["circle" [:map [:r :int]]] ["sq" [:map [:a :int]]]]) ->
  {end :datetime, kind :enum["round" "square"]}
  Plans an hour.
