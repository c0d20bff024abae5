nil true false nilly a/b clojure.core// / -> + - *1 %& inc' é ä/ö .m $x :a :+ :1 'q '<q> #'v (quote z)
0 7 -5 +5 0x1F -0x10 1. 1.5e-3 007.5 ##Inf ##-Inf ##NaN
"s" "\n\d\061\u00e9\ud83d\ude00" #"\d\"" \a \newline \u0041 \( [\ ]
