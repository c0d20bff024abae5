1/3 10N 1.5M 2r1 017 1abc .5 :a/b ::a : a# a/ |x @x `x ~x #inst "x" #?(a) #:a{} ##Foo \retu “q” "\ud83d" [1 2)
