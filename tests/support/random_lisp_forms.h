/* SPDX-License-Identifier: MIT */
/*
 * What random programs are made of, by the type of what a form gives:
 *
 *   I int   F float   N number   Q int or nil   S string   K keyword   B boolean
 *   V vector   L of ints   W of strings   R of maps   M map   O map of any keys   T set
 *   Z sorted map or set   G function of an int   H of two   P predicate of an int
 *   X regex   D LocalDate   E Instant   J Date   Y sequence, maybe without an end
 *   A any of them   U a name of unknown type
 */
#ifndef PTC_TEST_RANDOM_LISP_FORMS_H
#define PTC_TEST_RANDOM_LISP_FORMS_H

typedef struct random_lisp_row {
    char type;
    const char *text;
} random_lisp_row;

/* What stands for a type where nothing deeper may: words, `|` between them. */
static const random_lisp_row random_lisp_atoms[] = {
    {'I', "0|1|2|3|-1|7|10|100|-32768|32767|40000|9223372036854775807|ctx/count"},
    {'F', "0.5|1.0|-2.25|1e300|##Inf|-0.0|3.75|##NaN"},
    {'N', "1|2.5|-3|0"},
    {'Q', "nil|5|(:none {})|ctx/absent"},
    {'S', "\"\"|\"a\"|\"b c\"|\"\xC3\xA9\\n\"|\"12\"|\"2024-02-29\"|\\x|ctx/title"},
    {'K', ":a|:b|:c-d|:k-l|:z"},
    {'B', "true|false"},
    {'V', "[]|[1 \"a\" nil]|'(x :y 2.5)|[[1 2] [3]]|(quote (a b))"},
    {'L', "[]|[1 2 3]|[3 1 2 1]|(list 4 5)|ctx/numbers"},
    {'W', "[\"a\" \"b\"]|[\"b\" \"\" \"a\"]"},
    {'R', "[{:a 1 :b 2} {:a 2} {:b nil}]|ctx/rows"},
    {'M', "{}|{:a 1 :b 2}|{:c-d 3 :a nil}|{:a {:b 2}}"},
    {'O', "{1 2, \"b\" 3}|{nil 1, [1] #{2}}|ctx/table"},
    {'T', "#{}|#{1 2 3}|#{:a \"b\" nil}|#{1 2 3 4 5 6 7 8 9 10 11 12}"},
    {'Z', "(sorted-map 2 :b 1 :a)|(sorted-set 3 1 2)|(sorted-map-by > 1 2 3 4)"},
    {'G', "inc|dec|-|identity|(fn [n] n)|#(* % 2)"},
    {'H', "+|max|-|min|(fn [a b] (- b a))|#(+ %1 %2)"},
    {'P', "even?|odd?|pos?|neg?|zero?|some?|#(> % 1)|nat-int?"},
    {'X', "#\"b+\"|#\"[a-c](\\d)?\"|#\"\\s\""},
    {'D', "(LocalDate/parse \"2024-02-29\")"},
    {'E', "(Instant/parse \"2024-05-31T10:00:00Z\")"},
    {'J', "(java.util.Date. 1000)"},
    {'Y', "(range 5)|(take 3 (iterate inc 1))|(seq [1 2 3])|(repeat 2 :a)|(range)"},
};

/* Calls: a name and the types of its arguments; `|` between them. */
static const random_lisp_row random_lisp_calls[] = {
    {'I',
     "+ I I|- I I|* I I|quot I I|rem I I|mod I I|inc I|dec I|- I|+ I I I|abs I|max I "
     "I|min I I I|floor F|ceil F|round F|trunc F|int F|long I|bit-and I I|bit-or I I|"
     "bit-xor I I|bit-not I|bit-and-not I I|bit-shift-left I I|bit-shift-right I I|"
     "unsigned-bit-shift-right I I|bit-set I I|bit-clear I I|bit-flip I I|compare I I|"
     "count V|count S|count M|count T|G I|H I I|apply H L|reduce H L|reduce H I L|"
     "+' I I|-' I I|*' I I|inc' I|dec' I|Math/abs I|Math/max I I|Math/min I I|"
     "Math/floorDiv I I|Math/floorMod I I|Math/addExact I I|Math/subtractExact I I|"
     "Math/multiplyExact I I|Math/incrementExact I|Math/decrementExact I|"
     "Math/negateExact I|Math/round F|Integer/bitCount I|Long/bitCount I|"
     "Integer/compare I I|Long/compare I I|Integer/signum I|Long/signum I|"
     "Integer/parseInt S|Long/parseLong S|Long/valueOf S|Integer/valueOf S|Long. S|"
     "Integer. S|.length S|.indexOf S S|.lastIndexOf S S|.compareTo S S|"
     "bounded-count I V|Character/getNumericValue S|Character/digit S I|"
     ".toEpochDay D|.toEpochMilli E|.getTime J|System/currentTimeMillis|"
     "first L|last L|second L|nth L I|get M K I|get-in M V I|count Z|sum L|"
     "sum-by G L|trampoline G I|min-key G I I|max-key G I I|num I"},
    {'F',
     "double I|float N|/ N N|sqrt N|pow N N|Math/sin F|Math/cos F|Math/tan F|Math/asin "
     "F|Math/acos F|Math/atan F|Math/sinh F|Math/cosh F|Math/tanh F|Math/exp F|"
     "Math/expm1 F|Math/log F|Math/log10 F|Math/log1p F|Math/cbrt F|Math/rint F|"
     "Math/signum F|Math/ulp F|Math/nextUp F|Math/nextDown F|Math/toRadians F|"
     "Math/toDegrees F|Math/getExponent F|Math/atan2 F F|Math/hypot F F|"
     "Math/copySign F F|Math/nextAfter F F|Math/IEEEremainder F F|Math/scalb F I|"
     "Math/sqrt N|Math/pow N N|Math/ceil F|Math/floor F|+ F N|* F F|- N F|avg L|"
     "avg-by G L|Double/parseDouble S|Double/valueOf S|Double. S|Float/parseFloat S"},
    {'N', "+ N N|- N N|* N N|/ N N|inc N|dec N|abs N|max N N|min N N|rem N N|mod N N"},
    {'Q',
     "parse-long S|parse-int S|parse-double S|first V|index-of S S|last-index-of S S|"
     "extract-int X S|some P L|:a M|:b M I|get M K|K M|peek L|not-empty L|seq W|"
     "get-in M V|find M K|when-not B I|min-by G L|max-by G L|next L|butlast L|T I|"
     "M K I|get V I|nth V I nil|keys M|vals M|rseq V|nnext L|nfirst V|fnext L|"
     "ffirst V|re-find X S|re-matches X S|extract X S|parse-boolean S"},
    {'S',
     "str A A|str S|pr-str A|join W|join S W|name K|subs S I|subs S I I|trim S|triml "
     "S|trimr S|trim-newline S|upper-case S|upcase S|lower-case S|downcase S|"
     "capitalize S|clojure.string/reverse S|replace S S S|replace-first S S S|"
     "replace S X S|format \"%s-%d\" S I|format \"%.2f\" F|escape S O|.concat S S|"
     ".trim S|.toUpperCase S|.toLowerCase S|.substring S I|.substring S I I|.charAt S "
     "I|.replace S S S|.toString I|Integer/toString I|Integer/toBinaryString I|"
     "Integer/toOctalString I|Integer/toHexString I|Long/toString I|"
     "Long/toBinaryString I|Long/toOctalString I|Long/toHexString I|"
     "Double/toString F|String/valueOf A|String/join S W|char I|"
     "Character/toUpperCase S|Character/toLowerCase S|Character/toString S|"
     "json/generate-string A|type A|ex-message M"},
    {'K', "keyword S|type A|first K|identity K"},
    {'B',
     "= A A|== N N|not= A A|< I I|<= I I|> I I|>= N N|< I I I|not A|boolean A|nil? A|"
     "some? A|true? A|false? A|boolean? A|any? A|number? A|int? A|integer? A|float? A|"
     "double? A|rational? A|ratio? A|decimal? A|nat-int? A|pos-int? A|neg-int? A|"
     "string? A|keyword? A|symbol? A|vector? A|list? A|map? A|set? A|coll? A|"
     "sequential? A|seq? A|seqable? A|associative? A|counted? A|indexed? A|"
     "reversible? A|sorted? A|fn? A|ifn? A|map-entry? A|distinct? A A A|regex? A|"
     "pos? I|neg? I|zero? I|even? I|odd? I|P I|bit-test I I|contains? M K|contains? T "
     "I|empty? V|every? P L|not-any? P L|not-every? P L|blank? S|starts-with? S S|"
     "ends-with? S S|includes? S S|.contains S S|.startsWith S S|.endsWith S S|"
     ".equals S A|.isEmpty S|subset? T T|superset? T T|Double/isNaN F|"
     "Double/isInfinite F|Character/isDigit S|Character/isLetter S|"
     "Character/isLetterOrDigit S|Character/isAlphabetic S|Character/isUpperCase S|"
     "Character/isLowerCase S|Character/isWhitespace S|Character/isSpaceChar S|"
     "Boolean/parseBoolean S|.isAfter D D|.isBefore E E|.after J J|.before J J|"
     "reduced? A"},
    {'V',
     "vector A A|vec V|conj V A|into V L|mapv G L|map G L|filterv P L|remove P L|concat "
     "V V|cons A V|reverse V|rest V|take I V|drop I V|subvec V I|subvec V I I|"
     "take-last I V|drop-last I V|split-at I V|nthrest V I|nthnext V I|take-nth I V|"
     "partition I V|partition I I V|partition-all I V|interleave V V|interpose A V|zip "
     "V V|combinations L 2|replicate 3 A|list A A|list* A V|map-indexed H L|"
     "keep-indexed H L|keep G L|mapcat vector L|pluck K R|split-with P L|partition-by "
     "P L|flatten V|dedupe L|distinct L|distinct-by G L|sort-by G L|group-by G L|"
     "entries M|assoc L 0 A|reductions H L|reductions H I L|re-seq X S|re-split X S|"
     "split S X|split S X I|split-lines S|select-keys M V|map + L L|butlast V|pop V|"
     "empty V|replace O V|tree-seq vector? seq V|pmap G L|walk G vec L|walk identity "
     "str V|prewalk identity V|postwalk identity V|postwalk-replace O V|"
     "prewalk-replace O V|subseq Z > I|rsubseq Z <= I|subseq Z > I <= I|update L 0 G|"
     "json/parse-string S|json/parse-lines S|sort W|sort > L|seq Z|doall V|memoize G"},
    {'L',
     "map G L|filter P L|sort L|range I|range 0 I 2|take I L|drop I L|conj L I|concat L "
     "L|reverse L|rest L|take-while P L|drop-while P L|distinct L|vals M|mapv H L L|"
     "into L L|cons I L|filterv P L|vec Y|take 3 Y"},
    {'W', "map str L|split S X|split-lines S|sort W|mapv name [K K]|re-seq X S|conj W S"},
    {'R',
     "filter map? R|sort-by K R|project (set R) [K K]|mapv identity R|conj R M|filter P "
     "R|rename (set R) {:a :z}|keywordize-keys R|stringify-keys R|index (set R) [K]|"
     "clojure.set/join (set R) (set R)|max-by K R|sum-by K R|avg-by :a R|group-by K R"},
    {'M',
     "assoc M K I|assoc M K A K A|dissoc M K|merge M M|merge-with + M M|select-keys M "
     "[K K]|update M K fnil|update M :a (fnil inc 0)|assoc-in M [K K] A|update-in M [K "
     "K] (fnil inc I)|rename-keys M {K K}|update-vals M str|update-keys M name|zipmap "
     "[K K] L|hash-map K I K A|array-map K A|conj M [K A]|into M M|ex-info S M|"
     "select-keys O V|reduce-kv assoc M M|frequencies [K K K]|sorted-map K I"},
    {'O',
     "zipmap L V|frequencies L|group-by P L|map-invert M|assoc O A A|merge O M|hash-map "
     "I I S A|into O M|ex-data M|ex-cause M"},
    {'T',
     "set V|hash-set A A|conj T A|disj T A|union T T|intersection T T|difference T T|"
     "select P T|into T L|sorted-set I I I|sorted-set-by > I I|set S|empty T"},
    {'Z',
     "sorted-map I A I A|sorted-set I I|sorted-map-by > I A|assoc Z I A|conj Z I|disj Z "
     "I|dissoc Z I|sorted-set-by compare S S|into Z L"},
    {'G', "comp G G|partial H I|constantly I|fnil G I|memoize G|partial + I I|comp G"},
    {'H', "comp G +|juxt G G|comparator <|fnil + I I"},
    {'P', "complement P|every-pred P P|some-fn P P|constantly B|partial < I|all-of P P|"
          "any-of P P|none-of P|where :a|partial contains? T"},
    {'X', "re-pattern S"},
    {'D', ".plusDays D I|.minusDays D I|LocalDate/parse S"},
    {'E', "Instant/parse S"},
    {'J', "java.util.Date. I|Date. I|java.util.Date. S"},
    {'A',
     "Duration/between E E|.toDays (Duration/between E E)|run! G L|dorun L|println A A|"
     "print S|prn A|pr A|newline|flush|printf \"%s %d\\n\" S I|pcalls (fn [] A) (fn [] "
     "A)|apply G [I]|throw A|fail S|return A|reduced A|"
     "throw (ex-info S M)"},
    {'Y',
     "iterate G I|cycle V|repeat A|range|map G Y|filter P Y|take I Y|drop I Y|"
     "repeatedly 3 (fn [] A)|interleave Y Y|take-while P Y|rest Y|seq L|map vector Y "
     "Y|concat L Y"},
};

/*
 * Forms: `$T` a form of the type, `!T` a new name for one, in scope from `~` on to a
 * backquote or the end of the row, `@0` the first of these names, `^` a number from 0
 * to 5.
 */
static const random_lisp_row random_lisp_forms[] = {
    {'*', "(if $B $* $*)"},
    {'*', "(if (< $I $I) $* $*)"},
    {'*', "(if (<= $I 2) $* $*)"},
    {'*', "(if (> $I 1) $* $*)"},
    {'*', "(if (<= $I $I) $* $*)"},
    {'*', "(if (> $I $I) $* $*)"},
    {'*', "(if (>= $I 3) $* $*)"},
    {'*', "(if (>= $N $N) $* $*)"},
    {'*', "(if (= $A $A) $* $*)"},
    {'*', "(if (= $K :a) $* $*)"},
    {'*', "(if (< $I 1) $* $*)"},
    {'*', "(if (not $A) $* $*)"},
    {'*', "(if-not $A $* $*)"},
    {'*', "(if (and $B $A) $* $*)"},
    {'*', "(if (or $Q (nil? $Q)) $* $*)"},
    {'*', "(cond $B $* (= $I ^) $* :else $*)"},
    {'*', "(case $I 1 $* (2 3) $* -1 $* $*)"},
    {'*', "(case $K :a $* :b $* $*)"},
    {'*', "(case $S \"a\" $* \"\" $* (\"12\" \"b c\") $* $*)"},
    {'*', "(case $I 0 $* 1 $*)"},
    {'*', "(condp = $I 0 $* ^ $* $*)"},
    {'*', "(condp < $I 3 $* 0 $*)"},
    {'*', "(do $A $*)"},
    {'*', "(let [!I $I~] $*)"},
    {'*', "(let [!S $S~ !L $L~] $*)"},
    {'*', "(let [!* $*~] @0)"},
    {'*', "(let [[!I !I] $L~] $*)"},
    {'*', "(let [[!U & !L :as !L] $L~] $*)"},
    {'*', "(let [{:keys [a b] :or {a $I} :as !M} $M~] $*)"},
    {'*', "(let [{!I :a !U :b :or {@0 $I}} $M~] $*)"},
    {'*', "(let [{!U \"b\" [!U] 1} $O~] $*)"},
    {'*', "(let [{:strs [b] :as !O} $O~ !U b~] $*)"},
    {'*', "(let [[!I [!U !U]] [$I $V~] !I @0~] $*)"},
    {'*', "(if-let [!I $Q~] $*` $*)"},
    {'*', "(if-some [!I $Q~] $*` $*)"},
    {'*', "((fn [!I~] $*`) $I)"},
    {'*', "((fn [!I & !V~] $*`) $I $A $A)"},
    {'*', "((fn ([!I~] $*`) ([!I !I~] $*`)) $I)"},
    {'*', "((fn ([] $*) ([!U & !V~] $*)))"},
    {'*', "((fn [!I & {:keys [k]}~] $*`) $I :k $A)"},
    {'*', "(let [!I $I~ !G (fn [n] (+ n @0))~] $*)"},
    {'*', "(letfn [(even [n] (if (= n 0) $* (odd (dec n)))) (odd [n] (if (= n 0) $* "
          "(even (dec "
          "n))))] (even ^))"},
    {'*',
     "(letfn [(far [n] (if (> n 0) (near (- n 1)) $*)) (near [n] (far n))] (far ^))"},
    {'*', "(loop [n ^ !* $*~] (if (> n 0) (recur (dec n) $*) @0))"},
    {'*', "(:ok (attempt $*))"},
    {'*', "(-> $* identity)"},
    {'*', "(->> $* (conj []) first)"},
    {'*', "(as-> $A !U~ $*)"},
    {'*', "(first (for [!I $L~] $*))"},
    {'*', "(reduce (fn [!* !I~] $*`) $* $L)"},
    {'*', "(get {:a $* :b $*} :a)"},
    {'*', "(nth [$* $*] (mod ^ 2))"},
    {'*', "(#(if %1 %2 nil) $B $*)"},
    {'*', "(or memo $*)"},
    {'*', "(if (or memo $B) $* $*)"},
    {'I', "(loop [n 0 !I $I~] (if (< n ^) (recur (inc n) $I) @0))"},
    {'I', "(loop [[!I & !L] $L~ n 0] (if (and @0 (< n 9)) (recur @1 (inc n)) n))"},
    {'I', "((fn down [n !I~] (if (<= n 0) @0 (down (- n 1) $I))`) ^ $I)"},
    {'I', "(do (defn- helper [!I~] $I`) (helper $I))"},
    {'I', "(* $I 3)"},
    {'I', "(rem $I 7)"},
    {'I', "(mod $I 5)"},
    {'I', "(- $I 1)"},
    {'I', "(+ $I 2)"},
    {'I', "(-> $I (+ $I) inc (* 2))"},
    {'I', "(cond-> $I $B inc $B (+ $I))"},
    {'I', "(:a {:a $I :b $A})"},
    {'I', "(:a $M $I)"},
    {'I', "(->> $L (map $G) (filter $P) (reduce +))"},
    {'I', "(reduce (fn [!I !I~] (if (> @0 50) (reduced @0) $I)`) $I $L)"},
    {'Q', "(when $B $I)"},
    {'Q', "(when-let [!I $Q~] $I)"},
    {'Q', "(when-some [!I $Q~] $I)"},
    {'Q', "(when-first [!I $L~] $I)"},
    {'Q', "(some-> $M :a inc)"},
    {'Q', "(some->> $L first (+ $I))"},
    {'Q', "(and $B $I)"},
    {'Q', "(or $Q $I)"},
    {'Q', "(dotimes [!I ^~] (println $I))"},
    {'Q', "(doseq [!I $L~ :when $B] (println @0 $A))"},
    {'Q', "(doseq [!I $L !S $W~ :let [!I $I~] :while (< @0 3)] (prn $A))"},
    {'Q', "(comment $A)"},
    {'Q', "(assert (= $I $I) \"unlike\")"},
    {'Q', "*1"},
    {'Q', "*2"},
    {'Q', "(if (= *3 $A) $I nil)"},
    {'Q', "(let [!U $A~] (when (= @0 $A) (throw @0)))"},
    {'B', "(< $I 5)"},
    {'B', "(<= $I 5)"},
    {'B', "(> $I 5)"},
    {'B', "(>= $I 5)"},
    {'B', "(= $A :a)"},
    {'B', "(= $S \"a\")"},
    {'B', "(let [!B (< $I $I)~] @0)"},
    {'B', "(let [!B (<= $I $I)~] @0)"},
    {'B', "(let [!B (> $I $I)~] @0)"},
    {'B', "(let [!B (>= $I $I)~] @0)"},
    {'B', "(let [!B (= $A $A)~] @0)"},
    {'B', "(let [!B (not $A)~] @0)"},
    {'B', "(and $B $B $B)"},
    {'B', "(or $B $B)"},
    {'F', "(/ $I 2)"},
    {'F', "(* 1.5 $N)"},
    {'V', "[$A $A]"},
    {'V', "[$I $S $K $A $Q]"},
    {'V', "(for [!I $L !I $L~ :when (< @0 @1) :let [!I $I~]] [@0 $A])"},
    {'V', "(for [[!U !U] $M~ :while $B] @0)"},
    {'V', "(keep (fn [!I~] $Q`) $L)"},
    {'V', "(cond->> $L $B (map $G) $B (filter $P))"},
    {'V', "(map (fn [{:keys [a b]}] [a b]) $R)"},
    {'V', "(filter (where :a > $I) $R)"},
    {'V', "(filter (where [:a :b] = $A) $R)"},
    {'V', "(filter (where :b in [$A $A]) $R)"},
    {'V', "[(declare later) (def later) (defonce later $I)]"},
    {'L', "(for [!I $L~] $I)"},
    {'L', "[$I $I $I]"},
    {'L', "(mapv (fn [!I~] $I`) $L)"},
    {'W', "[$S $S]"},
    {'W', "(mapv #(str % ^) $L)"},
    {'R', "[{:a $I :b $S} {:a $I :b $S}]"},
    {'R', "(for [!I $L~] {:a @0 :b $A})"},
    {'M', "{:a $I :b $A}"},
    {'M', "{:a $I :c-d {:b $A :a $I}}"},
    {'M', "{$K $A}"},
    {'M', "(let [{:keys [a] :as !M} $M~] (assoc @0 :n a))"},
    {'M', "(attempt $A)"},
    {'M', "(reduce (fn [!M !K~] (assoc @0 @1 $A)`) $M [$K $K])"},
    {'O', "{$I $A $S $A}"},
    {'O', "{[$I] $A, nil $K}"},
    {'T', "#{$I $S $K}"},
    {'T', "#{$A}"},
    {'G', "(fn [!I~] $I)"},
    {'G', "(let [!I $I~] (fn self [!I~] (if (> @1 3) (self (- @1 1)) (+ @0 @1))))"},
    {'G', "#(+ % ^)"},
    {'G', "(fn ([!I~] $I`) ([!I !I~] $I))"},
    {'G', "(fn [!I & !V~] $I)"},
    {'H', "(fn [!I !I~] $I)"},
    {'H', "#(- %2 %1 ^)"},
    {'P', "(fn [!I~] $B)"},
    {'P', "#(= ^ %)"},
};

#endif
