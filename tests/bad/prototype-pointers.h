// expect error 13:18 c-prototype: "struct order *order" is a pointer to one value or many, which C does not say
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 13:39 c-prototype: "void *more" is a pointer to anything
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 15:11 c-prototype: "int *numbers" is a pointer to one value or many, which C does not say
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 15:25 c-prototype: "int (*compare)(const void *, const void *)" is a pointer to a function
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
// expect error 17:35 c-prototype: "..." is arguments of any number
//   hint: write the types as a signature: @ptc name (parameter :type) -> :type
struct order;
/** @ptc find */
const char *find(struct order *order, void *more);
/** @ptc sort */
void sort(int *numbers, int (*compare)(const void *, const void *));
/** @ptc log */
void log_line(const char *format, ...);
