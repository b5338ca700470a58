import type { Corpus } from "../bench/corpora.ts";

/** The projects that questions are asked about, and where their sources come from. */
export const PROJECTS: readonly Corpus[] = [
  pypi("flask", "Python", "3.1.3"),
  pypi("click", "Python", "8.3.1"),
  pypi("httpx", "Python", "0.28.1"),
  pypi("jinja2", "Python", "3.1.6"),
  pypi("requests", "Python", "2.32.5"),
  debian("starlette", "Python", "starlette"),
  debian("django", "Python", "python-django"),
  debian("express", "JavaScript", "node-express"),
  npm("fastify", "JavaScript", "5.12.8", ["package"]),
  npm("commander", "JavaScript", "14.0.3", ["package"]),
  npm("immer", "TypeScript", "10.1.1", ["package/src", "package/package.json"]),
  npm("rxjs", "TypeScript", "7.8.2", ["package/src", "package/package.json"]),
  debian("cobra", "Go", "golang-github-spf13-cobra"),
  debian("gin", "Go", "golang-github-gin-gonic-gin"),
  debian("redis", "C", "redis"),
  debian("dplyr", "R", "r-cran-dplyr"),
  debian("ggplot2", "R", "r-cran-ggplot2"),
  debian("mojolicious", "Perl", "libmojolicious-perl"),
  debian("optim", "MATLAB", "octave-optim"),
];

function debian(name: string, language: string, source: string): Corpus {
  return { name, language, quick: true, source: { registry: "debian", package: source } };
}

function pypi(name: string, language: string, version: string): Corpus {
  const source = { registry: "pypi", package: name, version } as const;
  return { name, language, quick: true, source };
}

function npm(name: string, language: string, version: string, parts: readonly string[]): Corpus {
  const source = { registry: "npm", package: name, version, parts } as const;
  return { name, language, quick: true, source };
}
