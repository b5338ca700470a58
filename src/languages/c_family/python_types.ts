/** What the structures of Python's C API say of modules and types, besides the tables of their methods. */
import { type InitializerField, initializerFields } from "./initializer_fields.ts";

/** A name that a structure gives to something of the program. */
export interface PythonName {
  readonly name: string;
  /** Name of the function or table in C. */
  readonly target: string;
  readonly offset: number;
  /** By what: a structure, or a field of one. */
  readonly means: string;
}

/** Structures that say more than their rows. */
export const PYTHON_STRUCTURES: ReadonlySet<string> = new Set([
  "PyModuleDef",
  "PyTypeObject",
  "PyType_Spec",
  "PyType_Slot",
]);

/** Fields of a type from its name on, as far as they count here; the places of the others are kept. */
const TYPE_FIELDS = new Map([[26, "tp_methods"], [34, "tp_init"], [36, "tp_new"]]);
const MAKERS = ["tp_new", "tp_init"];
const IDENTIFIER = /^(?:\([^()]*\)\s*)*&?\s*([A-Za-z_]\w*)$/;
const NOTHING: ReadonlySet<string> = new Set(["NULL", "nullptr", "0", "PyType_GenericNew"]);
const STRING = /"((?:[^"\\]|\\.)*)"/;

/** Names that a structure gives. `variable` is the structure's own. */
export function pythonNames(type: string, variable: string, text: string): PythonName[] {
  const fields = initializerFields(text);
  switch (type) {
    case "PyModuleDef":
      return moduleNames(fields);
    case "PyTypeObject":
      return typeNames(variable, fields);
    case "PyType_Spec":
      return specNames(fields);
    default:
      return fields.flatMap((row) => slotName(row));
  }
}

function moduleNames(fields: readonly InitializerField[]): PythonName[] {
  const name = fields.find(({ name }) => name === "m_name") ?? fields[1];
  const methods = fields.find(({ name }) => name === "m_methods") ?? fields[4];
  return named(name, methods, "PyModuleDef");
}

function specNames(fields: readonly InitializerField[]): PythonName[] {
  const name = fields.find(({ name }) => name === "name") ?? fields[0];
  const slots = fields.find(({ name }) => name === "slots") ?? fields[4];
  return named(name, slots, "PyType_Spec");
}

/** A row of a table of slots: `{Py_tp_init, (void *)Foo_init}`. */
function slotName(row: InitializerField): PythonName[] {
  const [slot, value] = initializerFields(row.text);
  const name = /^Py_(tp_(?:new|init|methods))$/.exec(slot?.text ?? "")?.[1];
  const target = targetOf(value);
  return name === undefined || target === undefined
    ? []
    : [{ name, target, offset: row.offset, means: "PyType_Slot" }];
}

function typeNames(variable: string, fields: readonly InitializerField[]): PythonName[] {
  const at = fields.findIndex(({ name, text }) => name === "tp_name" || STRING.test(text));
  const name = fields[at];
  if (name === undefined) return [];
  const field = (wanted: string): InitializerField | undefined =>
    fields.find((one, i) =>
      one.name === wanted || one.name === "" && TYPE_FIELDS.get(i - at) === wanted
    );
  const makers = MAKERS.flatMap((maker) => named(name, field(maker), "PyTypeObject"));
  const [itself] = plainName(name);
  const made = makers.length > 0 || itself === undefined
    ? makers
    : [{ ...itself, target: variable, means: "PyTypeObject" }];
  return [...made, ...named(name, field("tp_methods"), "tp_methods")];
}

function named(
  name: InitializerField | undefined,
  value: InitializerField | undefined,
  means: string,
): PythonName[] {
  const target = targetOf(value);
  if (name === undefined || target === undefined) return [];
  return plainName(name).map((plain) => ({ ...plain, target, means }));
}

/** The name in a string, without the module before it. */
function plainName({ text, offset }: InitializerField): { name: string; offset: number }[] {
  const name = STRING.exec(text)?.[1];
  return name === undefined ? [] : [{ name: name.slice(name.lastIndexOf(".") + 1), offset }];
}

function targetOf(field: InitializerField | undefined): string | undefined {
  const target = IDENTIFIER.exec(field?.text ?? "")?.[1];
  return target === undefined || NOTHING.has(target) ? undefined : target;
}
