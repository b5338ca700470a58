/** All bridges between languages. Adding one: its file, and one entry here. */
import { COMMAND_HOSTS } from "./command_hosts.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import type { LinkerEntry } from "../resolve/linker.ts";

/** Every bridge. */
export const BRIDGES: readonly LinkerEntry[] = [
  {
    id: "command-lines",
    languages: [COMMAND_HOSTS],
    asksForAll: true,
    load: async () => (await import("./command_lines.ts")).commandLines,
  },
  {
    id: "workflow-files",
    languages: [["snakemake"]],
    asksForAll: true,
    load: async () => (await import("./workflow_files.ts")).workflowFiles,
  },
  {
    id: "data-flow",
    languages: [["nextflow", "wdl"]],
    load: async () => (await import("./data_flow.ts")).dataFlow,
  },
  {
    id: "r-native",
    languages: [["r"], [...C_LANGUAGES, "fortran"]],
    asksForAll: true,
    load: async () => (await import("./r_native.ts")).rNative,
  },
  {
    id: "python-native",
    languages: [["python"], C_LANGUAGES],
    names: ["PyMethodDef", "PyTypeObject", "pybind11", "nanobind", "boost-python", "PyTorch"],
    asksForAll: true,
    load: async () => (await import("./python_native.ts")).pythonNative,
  },
  {
    id: "cython-native",
    languages: [["cython"], C_LANGUAGES],
    names: ["cdef extern", "cppclass"],
    load: async () => (await import("./cython_native.ts")).cythonNative,
  },
  {
    id: "python-libraries",
    languages: [["python"], [...C_LANGUAGES, "rust"]],
    names: ["ctypes", "cffi", "ctypeslib"],
    asksForAll: true,
    load: async () => (await import("./python_libraries.ts")).pythonLibraries,
  },
  {
    id: "python-rust",
    languages: [["python"], ["rust"]],
    names: ["pyfunction", "pyclass", "pymodule"],
    asksForAll: true,
    load: async () => (await import("./python_rust.ts")).pythonRust,
  },
  {
    id: "rust-native",
    languages: [["rust", "zig"], [...C_LANGUAGES, "rust", "zig"]],
    names: ["extern"],
    asksForAll: true,
    load: async () => (await import("./rust_native.ts")).rustNative,
  },
  {
    id: "fortran-native",
    languages: [C_LANGUAGES, ["fortran"]],
    load: async () => (await import("./fortran_native.ts")).fortranNative,
  },
  {
    id: "java-native",
    languages: [["java", "kotlin"], [...C_LANGUAGES, "rust"]],
    names: ["JNI"],
    asksForAll: true,
    load: async () => (await import("./java_native.ts")).javaNative,
  },
  {
    id: "objc-swift",
    languages: [["objc"], ["swift"]],
    load: async () => (await import("./objc_swift.ts")).objcSwift,
  },
  {
    id: "csharp-native",
    languages: [["csharp"], [...C_LANGUAGES, "rust"]],
    names: ["DllImport", "LibraryImport"],
    asksForAll: true,
    load: async () => (await import("./csharp_native.ts")).csharpNative,
  },
  {
    id: "go-native",
    languages: [["go"], C_LANGUAGES],
    names: ["C"],
    asksForAll: true,
    load: async () => (await import("./go_native.ts")).goNative,
  },
  {
    id: "zig-native",
    languages: [["zig"], C_LANGUAGES],
    names: ["@cImport"],
    asksForAll: true,
    load: async () => (await import("./zig_native.ts")).zigNative,
  },
  {
    id: "julia-native",
    languages: [["julia"], [...C_LANGUAGES, "rust", "fortran"]],
    names: ["ccall", "@ccall"],
    asksForAll: true,
    load: async () => (await import("./julia_native.ts")).juliaNative,
  },
  {
    id: "javascript-native",
    languages: [["javascript", "typescript", "tsx"], [...C_LANGUAGES, "rust"]],
    names: ["N-API", "napi_property_descriptor", "napi", "wasm_bindgen"],
    load: async () => (await import("./javascript_native.ts")).javascriptNative,
  },
  {
    id: "matlab-native",
    languages: [["matlab"], C_LANGUAGES],
    names: ["mexFunction", "calllib"],
    load: async () => (await import("./matlab_native.ts")).matlabNative,
  },
  {
    id: "perl-native",
    languages: [["perl"], C_LANGUAGES],
    names: ["XS"],
    load: async () => (await import("./perl_native.ts")).perlNative,
  },
  {
    id: "to-python",
    languages: [["r", "julia", "matlab"], ["python"]],
    names: [
      "reticulate",
      "source_python",
      "py_run_file",
      "import_from_path",
      "pyimport",
      "@pyimport",
      "py",
    ],
    asksForAll: true,
    load: async () => (await import("./to_python.ts")).toPython,
  },
  {
    id: "to-r",
    languages: [["python", "julia"], ["r"]],
    names: ["rpy2", "rpy2.robjects", "rpy2.robjects.packages", "RCall"],
    asksForAll: true,
    load: async () => (await import("./to_r.ts")).toR,
  },
];
