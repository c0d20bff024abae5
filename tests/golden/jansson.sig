; What --values=jansson adds: functions that take and give a json_t.
quote(item :string[1..], count :int[1..], when :datetime?, tags [:keyword], more :any) ->
  {price :float, lines [{sku :string, note :string?}], status :enum["open" "closed"]}

; A type that contains itself.
part = {name :string, parts [:part], spare :part?}
