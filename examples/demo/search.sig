; The contract of a search tool: what a model may ask for, and what comes back.
search(query :string[1..80], limit :int[1..100]?,
       sort :enum["relevance" "price" "newest"]?,
       filter {category :string?, max-price :float[>0]?}?)
  -> {count :int[0..], items [:item], next_page :int?}
  Searches the catalogue.
  - query: what to look for, in the user's own words
  - limit: how many items to return, 20 unless given
  - filter: leaves out items that do not fit

item = {id :int, title :string, price :float[0..], tags [:string], added :datetime}
