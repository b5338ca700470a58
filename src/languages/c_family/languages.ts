/** The languages that share C's names: what one declares another may define. */

/** Their ids. */
export const C_LANGUAGES: readonly string[] = ["c", "cpp", "cuda", "objc"];

/** Those with name spaces and qualified names. */
export const WITH_NAMESPACES: ReadonlySet<string> = new Set(["cpp", "cuda"]);

/**
 * What the runtime of CUDA calls its functions. Headers for other devices redefine them
 * (`#define cudaFree hipFree`), which is not what is compiled as CUDA.
 */
export const CUDA_NAME = /^cu(?:da|blas|fft|rand|sparse|solver|dnn)?[A-Z]/;
