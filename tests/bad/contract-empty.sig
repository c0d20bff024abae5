; expect warning 1:1 contract-empty: the file declares no contract
;   hint: write name(params) -> T or name = T
