/**
 * Build constraints: whether a file can be part of an ordinary build at all. Which platform it is
 * for does not matter here, since a project's platforms are all of interest; a tag of the project's
 * own, or an old release of Go, takes a file out.
 */

const PLATFORMS = new Set(
  ("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows " +
    "zos unix 386 amd64 amd64p32 arm arm64 armbe arm64be loong64 mips mips64 mips64le mips64p32 mips64p32le " +
    "mipsle ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm cgo").split(" "),
);

/** True, false, or `undefined` for what depends on the platform. */
type Verdict = boolean | undefined;

/**
 * Whether a comment is a build constraint that no ordinary build meets. Source: `go help buildconstraint`;
 * the older `// +build` lines are read too.
 */
export function excludesFile(comment: string): boolean {
  if (comment.startsWith("//go:build ")) return evaluate(comment.slice(11)) === false;
  const old = /^\/\/\s*\+build\s+(.*)/.exec(comment);
  if (old === null) return false;
  const options = old[1]!.trim().split(/\s+/).map((option) => option.replaceAll(",", " && "));
  return evaluate(options.map((option) => `(${option})`).join(" || ")) === false;
}

function evaluate(expression: string): Verdict {
  const tokens = expression.match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
  let at = 0;
  const operand = (): Verdict => {
    const token = tokens[at++];
    if (token === "!") {
      const value = operand();
      return value === undefined ? undefined : !value;
    }
    if (token !== "(") {
      return token === undefined || !/^\w/.test(token) ? undefined : tagVerdict(token);
    }
    const value = either();
    at++;
    return value;
  };
  const both = (): Verdict => {
    let value = operand();
    while (tokens[at] === "&&") {
      at++;
      value = and(value, operand());
    }
    return value;
  };
  const either = (): Verdict => {
    let value = both();
    while (tokens[at] === "||") {
      at++;
      value = or(value, both());
    }
    return value;
  };
  return either();
}

function tagVerdict(tag: string): Verdict {
  if (PLATFORMS.has(tag)) return undefined;
  return tag === "gc" || /^go1(\.\d+)?$/.test(tag);
}

function and(a: Verdict, b: Verdict): Verdict {
  return a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
}

function or(a: Verdict, b: Verdict): Verdict {
  return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
}
