; The arguments of a search tool, as a model calls it.
tool_call(query :string, limit :int, options {sort :string?, tags [:string]}) -> :any
