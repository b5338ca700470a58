/** Values of an import row's `FORM` in C and C++. */

/** `#include <…>`. */
export const SYSTEM_FORM = 2;

/** `using a::b`, `using namespace a`. */
export const USING_FORM = 3;
