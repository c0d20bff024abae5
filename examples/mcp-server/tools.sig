; What the server does: three tools over a database of SQLite that they only read.

list_tables() -> [{name :string, kind :enum["table" "view"], rows :int}]
  Lists the tables and views of the database, and how many rows each has.
  @title List the tables
  @hints read-only closed-world

describe_table(table :string[1..128]) -> {columns [:column], sql :string}
  Describes a table or view: its columns, and the SQL that made it.
  - table: a name that list_tables gives
  @title Describe a table
  @hints read-only closed-world

query(
  sql :string[1..10000],
  parameters :record?,
  limit :int[1..500] = 50
) -> {rows [:record], is_cut :bool}
  Runs one SELECT of SQLite and gives its rows as maps from column to value.
  - sql: one statement, with :name where a value of parameters belongs
  - parameters: values by name, as {"city": "Berlin"}
  - limit: rows at most; is_cut is true where there are more
  @title Query the database
  @hints read-only closed-world
  @timeout 5000

column = {name :string, type :string, can_be_null :bool, is_key :bool, refers_to :string?}

record = [:map-of :string [:maybe :cell]]

cell = :int|:float|:string
