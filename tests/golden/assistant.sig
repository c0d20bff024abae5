; Tools of an assistant: what a model reads of them, and what it may see of their results.
person = {id :int, name :string, _email :string?, tags [:set :string]}
  - _email: never shown

lookup(user_id :int, extra :map?) -> [:person]
  Looks up "users" */ by ??/ id.

  Slow: ask once. {{braces}} stay.
  - user_id: as in
  - extra: from the host

archive(at :datetime?, kind :enum[a b]) -> {
  _all [:string], owner :person, part :archive-part,
  pair [:tuple :int [:map [:_s :string] [:n :int]]],
  by-k [:map-of :string [:map [:_key :keyword] [:n :int]]],
  rest :any, _-odd :int?
}

archive-part = {text :string, _raw :string?} | [{n :int, _n :int}]
