; Every scalar, its limits, and what may be absent.
scalars(
  text :string[1..80 ~"^[A-Z]"], code :string[~"^[a-z0-9]{2,9}$" ~"[0-9]$"]?, name :string?,
  count :int[1..100], offset :int[> -5 <5]?, big :int, ratio :float[0..1], open :float[>0 <1]?, huge :float[..9007199254740993]?,
  flag :bool, maybe :bool?, kind :keyword, when :datetime, until :datetime?,
  extra :any, options :map?, anything {}
) -> :int?
  Reads one of everything.
  - text: What it is about.
  - count: How many, a comment that is long enough to be wrapped over more than one line of the header */ and tries to end it.
