A@doc signature: ~S|(a :int) -> {b :enum[x y]}|
def f?(a \\ 1), do: "#{"a"}"
@spec g(a) :: a when a: [t, ...]
