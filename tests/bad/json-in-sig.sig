; expect error 3:1 sig-unexpected-token: this is JSON, expected a signature
;   hint: JSON Schema is read from files that end in .json
{"type": "object", "properties": {"q": {"type": "string"}}}
