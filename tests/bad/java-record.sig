; expect error 3:1 sig-unexpected-token: a record of Java, expected name = T
;   hint: write Item = {id :int, name :string}
record Item(int id, String name) {}
