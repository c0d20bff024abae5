# expect warning 6:30 elixir-spec: "wrap" is left out: "when item: var" has type variables
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 9:41 elixir-spec: "swap" is left out: "when a: term(), b: integer()" has type variables
#   hint: write @doc signature: "(name :type) -> :type" above it
defmodule Lists do
  @spec wrap(item) :: [item] when item: var
  def wrap(item), do: [item]

  @spec swap(tuple :: {a, b}) :: {b, a} when a: term(), b: integer()
  def swap({a, b}), do: {b, a}
end
