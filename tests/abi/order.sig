; The contract of the programs in the folders beside this one.
order(id :int[1..], buyer :string[1..80], express :bool?, lines [:line], kind :enum["new" "again"]?)
  -> {total :float, due :datetime?}

line = {sku :string, count :int[1..] = 1, price :float}
