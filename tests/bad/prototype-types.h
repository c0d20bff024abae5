// expect error 12:1 c-prototype: "long double a" is a type that this header or another one declares
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 12:37 c-prototype: "char c" is a character or a number
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 14:7 c-prototype: "int rows[3][3]" is an array, whose length is elsewhere
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 14:23 c-prototype: "enum kind kind" is a type that this header or another one declares
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 16:24 c-prototype: "uint128_t n" is a type that this header or another one declares
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
/** @ptc a */
long double a(unsigned long long n, char c);
/** @ptc b */
int b(int rows[3][3], enum kind kind);
/** @ptc c */
static inline size_t c(uint128_t n) { return n; }
