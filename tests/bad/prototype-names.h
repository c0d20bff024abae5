// expect error 10:10 sig-duplicate-name: duplicate declaration "find" (also written "find" at 7:10)
// expect error 11:23 c-prototype: the parameter has no name
//   hint: name it in the prototype
// expect error 12:10 c-prototype: "2nd" is not a name: letters, digits, _ and -
//   hint: write @ptc name, or @ptc name (parameter :type) -> :type
// expect error 14:20 sig-unexpected-token: unexpected "3", expected a type, "(" or "->"
/** @ptc find
 *  @param nmae  what it is called */
const char *find(const char *name);
/** @ptc find */
const char *find_more(const char *);
/** @ptc 2nd */
int second(int number);
/** @ptc long_one_ 3 */
int third(int number);
