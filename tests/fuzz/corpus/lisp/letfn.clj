(letfn [(ev [n] (if (= n 0) true (od (dec n)))) (od [n] (if (= n 0) false (ev (dec n))))] (ev 10))
