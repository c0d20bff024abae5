test_simple_text() -> :string
  Returns a text.

test_error_handling() -> :any
  Always fails.

test_tool_with_progress() -> :string
  Reports progress and returns a text.

json_schema_2020_12_tool(name :string?, address {street :string?, city :string?}?) -> :string
  Tool with JSON Schema 2020-12 features.
