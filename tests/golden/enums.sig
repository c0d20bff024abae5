; Enums of strings, keywords, numbers and mixtures; constants that meet.
enums(
  sort :enum["relevance" "price" "new est"], near :enum["a" "A" "a_2" "" "ä"]?,
  level :enum[1 2 -3 2.5], kind :enum[:fast :slow], mixed :enum["x" :x 1 1.0]?,
  many :enum["m01" "m02" "m03" "m04" "m05" "m06" "m07" "m08" "m09" "m10" "m11" "m12" "m13"
             "m14" "m15" "m16" "m17" "m18"],
  list [:enum["on" "off"]], gone :enum["absent" "here"]?, both :enum["absent" "absent_"]?,
  braces :enum["{}" "[]" "quote\"d" "back\\slash"]?
) -> :enum["done" "failed"]?
