; The people of the help desk. Contracts that name them include this file.
person = {name :string[1..80], email :string[3..254]}
