; Types that contain themselves, and each other.
discuss(thread :comment, after :hop?) -> [:comment]
  Adds an answer to a thread.

comment = {id :int, author :string, text :string[1..2000], answers [:comment]}
  A remark, and what others say to it.
  - answers: the oldest first

; One may be absent: lists that end.
hop = {value :int, next :hop?}

; Two that hold each other.
folder = {name :string, files [:file], sub [:map-of :string :folder]}
file = {name :string, size :int[0..]?, in :folder?}

; A tree of alternatives, as of a small language.
expr = :float|:string|{op :enum["+" "-" "*"], left :expr, right :expr}|{call :string, args [:expr]}

; Whatever JSON can say, null as well.
anything = :bool|:float|:string|[:anything]|[:map-of :string :anything]|:nil

; Tuples, and a name for a type.
pair = [:tuple :string [:maybe :pair]]
drawer = :folder

walk(top :drawer, limit :pair?) -> {found [:file], value :anything, best :expr?}
