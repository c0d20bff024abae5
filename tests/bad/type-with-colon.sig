; expect error 3:1 sig-unexpected-token: a signature is written differently here
;   hint: write user = {id :int, name :string}
user: {id :int, name :string}
