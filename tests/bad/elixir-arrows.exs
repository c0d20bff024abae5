# expect warning 6:9 elixir-spec: "find" is left out: it has a spec that ends too early
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 9:31 elixir-spec: "drop" is left out: "->" is not expected in a spec
#   hint: write @doc signature: "(name :type) -> :type" above it
defmodule Orders do
  @spec find(id :: integer())
  def find(id), do: id

  @spec drop(id :: integer()) -> boolean()
  def drop(id), do: id > 0
end
