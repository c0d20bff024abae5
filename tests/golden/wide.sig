; More fields than a reader that jumps from each to the next may have, among them names that
; are folded, escaped or firewalled, and more members than are compared one by one.
settings = {
  query :string, limit :int[0..999]?, scale :float?, dry-run :bool?, label :string[1..8]?,
  _secret :string?, since :datetime?, retries :int = 7, user_id :string?, mode :keyword?,
  switch :enum["on" "off"]?, tags [:string]?, total :int, query1 :string, limit1 :int[0..999]?,
  scale1 :float?, dry-run1 :bool?, label1 :string[1..8]?, since1 :datetime?, retries1 :int = 7,
  user_id1 :string?, mode1 :keyword?, switch1 :enum["on" "off"]?, tags1 [:string]?,
  total1 :int, query2 :string, limit2 :int[0..999]?, scale2 :float?, dry-run2 :bool?,
  label2 :string[1..8]?, since2 :datetime?, retries2 :int = 7, user_id2 :string?,
  mode2 :keyword?, switch2 :enum["on" "off"]?, tags2 [:string]?, total2 :int,
  word :enum["a" "A" "ab" "ba" "a-b" "a_b" "" "ä" "quote\"d" "back\\slash" "x01" "x02" "x03" "x04" "x05" "x06" "x07" "x08" "x09" "x10" "x11" "x12" "x13" "x14" "longer than all the others" :kw0 :kw1 :kw2 :kw3 :ab]?,
  number :enum[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19]?,
  inner {a :int, b :string?}?, others [:settings]?, parent :settings?, anything :any?,
  last :string?
}
