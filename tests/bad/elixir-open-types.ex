# expect warning 10:22 elixir-spec: "owner" is left out: "pid()" is a process, not data
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 11:25 elixir-spec: "keys" is left out: "keyword(integer())" is a type that a module declares
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 12:24 elixir-spec: "count" is left out: "Order.t()" is a type of another module
#   hint: write @doc signature: "(name :type) -> :type" above it
# expect warning 13:23 elixir-spec: "label" is left out: "kind()" is a type that a module declares
#   hint: write @doc signature: "(name :type) -> :type" above it
defmodule Orders do
  @spec owner(pid :: pid()) :: String.t()
  @spec keys(options :: keyword(integer())) :: [String.t()]
  @spec count(order :: Order.t()) :: non_neg_integer
  @spec label(kind :: kind()) :: String.t()
end
