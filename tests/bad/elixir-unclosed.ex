# expect warning 4:9 elixir-spec: "find" is left out: it has a spec whose brackets do not match, or are more than 100 deep
#   hint: write @doc signature: "(name :type) -> :type" above it
defmodule Orders do
  @spec find(id :: integer(), limit :: integer() :: String.t()
  def find(id, limit), do: id
end
