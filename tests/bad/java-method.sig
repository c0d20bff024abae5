; expect error 3:1 sig-unexpected-token: a Java method, expected name(params) -> T
;   hint: write search(q :string, limit :int) -> [:string]
public static List<String> search(String q, int limit) {
}
