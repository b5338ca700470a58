/** What VB.NET has built in: the library is that of C#. */
import type { Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { csharpSemantics } from "./csharp_builtins.ts";

const PRIMITIVES =
  ("Integer UInteger Long ULong Short UShort Byte SByte Boolean Char Single Double Decimal Object Date")
    .split(" ");

const FUNCTIONS =
  ("CStr CInt CDbl CBool CLng CDec CDate CType CObj CSng CByte CChar CShort DirectCast TryCast GetType MsgBox InputBox " +
    "Len Left Right Mid Trim UCase LCase InStr Replace Split Join Format IsNothing IsNumeric IsDBNull Val Chr Asc " +
    "UBound LBound Now Today TimeOfDay NameOf Array Console Convert Math String DateTime Exception EventArgs")
    .split(" ");

/** VB.NET's semantics. */
export const vbNetSemantics: Semantics = {
  ...csharpSemantics,
  constructors: [CONSTRUCTOR],
  declaredBeforeUse: false,
  indexesLikeCalls: true,
  // Of the parts of a class one alone must be marked.
  typesHaveParts: "every",
  builtinNames: new Set([...PRIMITIVES, ...FUNCTIONS]),
  builtinTypes: {
    ...csharpSemantics.builtinTypes,
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, { members: {} }])),
    String: csharpSemantics.builtinTypes.string!,
  },
};
