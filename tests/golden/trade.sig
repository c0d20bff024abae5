; What the agents of crew.agent.edn may do.
lookup(name :string, kinds [:enum["book" "lamp"]]?, marks [:map-of :string :int]?) ->
  {found :bool, titles [:string], _cost :float?}
  Looks an article up.
  - name: part of its title
now() -> :datetime
