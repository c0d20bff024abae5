Adefmodule Shop.Orders do
  @moduledoc """
  Orders. def foo("x #{inspect("}")}")
  """
  @type order :: %{id: integer()}
  # @spec comment(integer()) :: integer()

  @doc """
  Finds orders of a customer.

  Newest first, see `other/1`.
  """
  @spec find(String.t(), non_neg_integer()) ::
          [%{id: pos_integer(), optional(:note) => String.t() | nil, total: Decimal.t()}]
  def find(customer, limit \\ 20) when limit > 0 do
    ~s(a " ) <> "def no #{find("a", ?\")}" <> ~S"""
    @spec nope(pid) :: pid
    """
  end

  @doc "Is it open?"
  @spec open?(order_id :: integer) :: boolean()
  def open?(_id), do: true

  @spec state(integer()) :: :open | :closed | nil
  def state(%{id: _} = order), do: order

  @spec who(pid()) :: reference()
  def who(pid), do: pid
  @spec fetch(integer()) :: {:ok, order()} | {:error, term()}
  def fetch(id), do: id
  @spec fetch2(integer()) :: {:ok, String.t()} | {:error, Ecto.Changeset.t()}
  def fetch2(id), do: id
  @spec t1(a) :: a when a: term()
  def t1(x), do: x
  @spec prices(%{String.t() => float()}, Date.t(), list(), [integer, ...], 1..10 | nil) :: %{required(:a) => any, "b": term} | number()
  def prices(a, b, c, [d | _] = _list, _), do: a
  @spec priv(integer) :: integer
  defp priv(x), do: x
  @doc signature: "(id :int) -> {ok :bool?}"
  def explicit(id), do: id
  @spec dup(integer) :: integer
  @spec dup(float) :: float
  def dup(x), do: x
  @spec broken(integer :: integer
  def broken(x), do: x
  @spec f((integer -> integer), keyword(), <<_::8>>, MyApp.User.t()) :: no_return
  def f(a, b, c, d), do: a
  @spec last() :: DateTime.t()
  def last, do: 1
end
