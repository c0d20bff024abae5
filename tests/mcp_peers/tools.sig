item = {id :int, title :string}

search(query :string, limit :int[1..100]?) -> {count :int, items [:item]}
  Find items that match the query.
  - query: words, separated by blanks
  @title Search
  @hints read-only

broken() -> :any
  Always fails.

refused(reason :string) -> :any
  Fails, and gives the reason a name.

slow(ms :int) -> :string
  Waits with progress.

hang(ms :int[0..60000]) -> :string
  Looks at no flag, and has little time.
  @timeout 300

titles() -> [:string]
  An array result.
  @hints read-only idempotent

upper(text :string) -> :string
  The text in capitals.
  @title Say it louder
  @hints read-only closed-world

nothing() -> :nil
  Does something of which there is nothing to say.
  @hints destructive

either(kind :enum["int" "text" "list"]) -> :int|:string|[:int]
  A value of the kind that is asked for.

pay(amount :int[1..]) -> {id :string, _secret :string, parts [{n :int, _key :string}]}
  Pays, and keeps its secrets.

wrong() -> {count :int[1..3], text :string}
  Gives what its contract does not admit.

large(bytes :int[0..4000000]) -> :string
  A text of so many bytes.

hungry() -> :int
  Takes all the memory there is.

chatty() -> :int
  Prints to standard output, where the stream is.

same(value :any) -> :any
  What it was given.

kinds(day :date, at :datetime, price :decimal, tags [:set :keyword], ratio :float?, more [:map-of :string :int]?) -> {day :date, at :datetime, price :decimal, tags [:set :keyword], ratio :float?, huge :int, more [:map-of :string :int]}
  Values of the kinds that JSON has not.

echo(message :string) -> :string
  Echoes back the input string.

get-structured-content(location :enum["New York" "Chicago" "Los Angeles"]) -> {temperature :float, conditions :string, humidity :float}
  Returns structured content along with an output schema for client data validation.

trigger-long-running-operation(duration :float = 10, steps :float = 5) -> :string
  Demonstrates a long running operation with progress updates.

read_text_file(path :string, head :float?, tail :float?) -> {content :string}
  Reads a file.
  @hints read-only

list_directory(path :string) -> {content :string}
  What is in a folder.
  @hints read-only

directory_tree(path :string) -> {content :string}
  What is in a folder and below it.
  @hints read-only

write_file(path :string, content :string) -> {content :string}
  Writes a file.
  @hints destructive idempotent
