; Where things are. Contracts that name a place include this file.
place = {building :string[1..40], floor :int[-3..60]}
