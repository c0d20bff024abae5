# expect warning 6:37 elixir-spec: "find" is left out: "integer()" has the name of an earlier parameter
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 12:9 elixir-spec: "find" is left out: it has the name of an earlier function
#   hint: a contract has one signature: copy the function you want to another file
defmodule Orders do
  @spec find(id :: integer(), id :: integer()) :: String.t()
  def find(a, b), do: a

  @spec valid?(id :: integer()) :: boolean()
  def valid?(id), do: id > 0

  @spec find(String.t()) :: String.t()
  def find(name), do: name
end
