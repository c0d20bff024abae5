; Constants of --emit: every form that holds all of it.
point = {x :float, y :float}
route(from :point, to :point, by :enum["car" "bike" "foot"]? = "car", stops [:point]?,
      pair [:tuple :int :string]) -> {km :float, legs [{to :point, minutes :int}]}
  Finds a way.
  - by: how one travels
places(near :point, limit :int[1..50] = 10) -> [{name :string, at :point, note :string?}]
