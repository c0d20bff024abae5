# expect warning 5:23 elixir-spec: "depth" is left out: "node_of()" is a type that a module declares
#   hint: write @doc signature: "(name :type) -> :type" above it
defmodule Tree do
  @type node_of :: %{value: integer(), left: node_of}
  @spec depth(tree :: node_of()) :: integer()
  def depth(_), do: 0
end
