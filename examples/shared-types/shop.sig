; The types that the tools of the shop pass to each other.
address = {street :string, city :string}

order = {id :int[1..], customer :string, to :address, items [:string][1..]}
  What a customer has bought.
