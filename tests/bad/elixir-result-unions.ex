# expect warning 10:29 elixir-spec: "fetch" is left out: "{:ok, map()} | {:error, String.t()}" is a union of tuples, which JSON does not have
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 13:14 elixir-spec: "each" is left out: "(integer() -> boolean())" is a function, not data
#   hint: write @doc signature: "(name :type) -> :type" above it
defmodule Orders do
  @doc "Finds an order"
  @spec find(id :: integer, String.t()) :: String.t()
  def find(id, name), do: {id, name}

  @spec fetch(integer()) :: {:ok, map()} | {:error, String.t()}
  def fetch(id), do: {:ok, %{id: id}}

  @spec each((integer() -> boolean())) :: :ok
  def each(fun), do: fun
end
