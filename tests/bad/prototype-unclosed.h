// expect error 4:45 c-prototype: ";" is not expected in a prototype
//   hint: @ptc belongs before the prototype of a function
/** @ptc find */
const char *find(const char *name, int limit;
/** @ptc first
int first(int number);
