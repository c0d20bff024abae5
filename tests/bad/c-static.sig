; expect error 3:1 sig-unexpected-token: a C function, expected name(params) -> T
;   hint: write ratio(a :int, b :int) -> :float
static inline double ratio(unsigned long long a, size_t b) {
  return a / b;
}
