; The same in signatures.
invite(to :email, cc [:word]?) -> {sent :word|:int}
