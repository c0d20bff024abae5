// expect error 9:10 c-prototype: no prototype follows @ptc count
//   hint: put the comment before the declaration of the function
// expect error 11:1 c-prototype: "int size" is not expected in a prototype
//   hint: @ptc belongs before the prototype of a function
// expect error 12:9 c-prototype: @ptc needs a name
//   hint: write @ptc name, or @ptc name (parameter :type) -> :type
// expect error 14:10 c-prototype: no prototype follows @ptc total
//   hint: put the comment before the declaration of the function
/** @ptc count (name :string) -> :int */
/** @ptc size */
int size;
/** @ptc */
int weight(const char *name);
/** @ptc total */
