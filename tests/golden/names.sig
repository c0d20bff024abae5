; Names that C, C++, the C library, the runtime or the emitted code itself use already.
user = {id :int, user :string, ptc_str :string, int64_t :int, has :bool}

item = {name :string, item :bool}

gen = {p :user, out [:gen_part], seen :int, gen :user?}

gen_part = {user :user, item :item?, role :role, tags [:role], part :parse?}

parse = {parse {parse :int}, explain :string, schema {nodes [:int]}}

role = :enum["null" "NULL" "int" "ptc" "INT_MAX"]

index = {index :int?, class :string, errno :float, template :bool, and :int?, unix :int}

class = [:item]

ptc_str = {in_map :int, in_list [{in_item :int}], found :enum["found" "p"]}

map(arena :int, text :string, len :int, options :map?, out :item, info :any, key :int,
    next :int, more :int, close :int, memset :int, item :item) -> :map?

include_(list [[:text]], member :member?) -> [:error?]

text = :string[1..]

member = {member :text}

error = {error :enum["error"], report :list?}

list = [:member]

std = {std :int}

; Texts that could end a comment, a literal or a line.
constexpr("*/" :string[~"^\\*/\\?\\?/$"]?, stdin :enum["*/" "??/" "\\" "\n" "año" "\""],
          typeof [{"a\nb" :int, co_await :string?}]) -> :string?
  Ends in a backslash \
  and in a trigraph ??/
  */ #error out of the comment /* // \
  - "*/": also */ here \
  - stdin: ??/

value = {value :map?, key :int, in :float, own {status :bool}}

; Names that the wrapper of a nullable result has, too.
perhaps() -> {value {value :int}, has_value :bool}?

mapped() -> [:maybe [:map-of :string [:int]]]
