/** Values of an import row's `FORM` in C and C++. */

/** `#include <…>`. */
export const SYSTEM_FORM = 2;

/** `using a::b`, `using namespace a`. */
export const USING_FORM = 3;

/** Added to the form of an `#include` that ordinary builds leave out. */
export const LEFT_OUT_FORM = 8;
