; What the tools of the shop hand to each other.
address = {street :string, city :string}

order = {id :int[1..], customer :string, to :address, items [:string][1..]}
  What a customer has bought.
