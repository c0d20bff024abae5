// expect error 3:10 c-prototype: no prototype follows @ptc first
//   hint: put the comment before the declaration of the function
/** @ptc first
int first(int number);
