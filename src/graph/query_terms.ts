/** What a question in words asks for: terms to look for in names, paths, documentation and source. */

/** One thing asked for. */
export interface QueryTerm {
  /** As written, in lower case. */
  readonly word: string;
  /** What all forms of the word begin with. */
  readonly stem: string;
  /** Stems of words that programmers use for the same thing. */
  readonly synonyms: readonly string[];
}

/** A question taken apart. */
export interface QueryTerms {
  readonly terms: readonly QueryTerm[];
  /** Words written like names of code: `url_for`, `QuerySet.filter`, `lib/view.js`. */
  readonly identifiers: readonly string[];
}

/** Words that ask, or that every question has; `a` is no name that anybody asks for either. */
const STOP_WORDS = new Set(
  `a about above across after all also an and another any anything are as at away be because been
  before being below between both but by can cannot code could did different do does doing done
  down during each either else etc every exactly example explain few file files find flow for from
  function functions get gets give given go goes going had happen happens has have having he help
  her here him his how i if implement implementation implemented implements in inside instead into
  involved is it its itself just kind know let like logic look looks made make makes many may me
  mechanism method methods might module more most much must my need needed needs no nor not now of
  off on once one only onto or other our out outside over own part place please possible process
  put related same see several shall she should show shown side so some something such than that
  the their them then there these they thing this those through to together too turn two under
  until up upon us use used user uses using various very via want was way we well were what when
  where whether which while who whole whom whose why will with within without work works would
  yes yet you your`.split(/\s+/),
);

/** Groups of stems that stand for one another in names. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["delet", "remov", "del", "unlink", "drop", "clear", "purg"],
  ["creat", "build", "construct", "new", "init", "initializ"],
  ["search", "lookup", "locat", "resolv", "query"],
  ["load", "read", "open", "fetch"],
  ["save", "stor", "write", "persist", "dump"],
  ["start", "begin", "launch", "run", "boot", "listen"],
  ["stop", "end", "close", "shutdown", "teardown", "finaliz", "dispos", "unsubscrib"],
  ["error", "exception", "err", "fail", "failur", "panic"],
  ["pars", "decod", "deserializ", "tokeniz", "scan"],
  ["serializ", "encod", "stringify", "dump", "marshal"],
  ["check", "validat", "verify", "ensur", "assert"],
  ["config", "configur", "setting", "option", "opt", "preferenc"],
  ["argument", "arg", "parameter", "param"],
  ["send", "write", "emit", "publish", "dispatch"],
  ["execut", "run", "call", "invok", "dispatch", "perform", "eval"],
  ["evaluat", "eval", "comput"],
  ["match", "find", "select"],
  ["messag", "msg"],
  ["request", "req"],
  ["respons", "res", "resp", "reply"],
  ["context", "ctx"],
  ["environment", "env"],
  ["databas", "db"],
  ["directory", "dir", "folder"],
  ["password", "passwd", "pwd"],
  ["authenticat", "auth", "login", "authoriz"],
  ["subscrib", "listen", "observ"],
  ["callback", "handler", "hook", "listener"],
  ["memory", "mem"],
  ["string", "str"],
  ["number", "num", "count"],
  ["length", "len", "size"],
  ["temporary", "tmp", "temp"],
  ["connect", "conn", "socket"],
  ["expir", "ttl", "timeout"],
  ["evict", "lru", "purg"],
  ["replica", "slav", "secondary"],
  ["master", "primary", "leader"],
  ["convert", "transform", "cast", "coerc"],
  ["updat", "modify", "chang", "alter"],
  ["insert", "add", "append", "push"],
  ["merg", "combin", "join", "concat"],
  ["split", "partition", "chunk"],
  ["draw", "render", "paint", "display"],
  ["plugin", "extension", "addon"],
  ["rout", "url", "endpoint"],
  ["view", "handler", "controller", "action"],
  ["cach", "memoiz"],
  ["log", "logg", "logger"],
  ["tim", "timer", "clock"],
  ["lock", "mutex", "latch"],
  ["thread", "worker", "process"],
  ["list", "array"],
  ["dictionary", "dict", "map", "hash"],
  ["hash", "dict", "digest"],
  ["comput", "calculat", "calc"],
  ["mistyp", "typo", "misspell"],
  ["suggest", "hint"],
  ["least", "min"],
  ["derivativ", "gradient", "jacobian"],
];

const SYNONYMS_OF = new Map<string, readonly string[]>();
for (const group of SYNONYMS) {
  for (const stem of group) {
    const others = group.filter((other) => other !== stem);
    SYNONYMS_OF.set(stem, [...new Set([...SYNONYMS_OF.get(stem) ?? [], ...others])]);
  }
}

/** More terms than this make no question clearer. */
const MOST_TERMS = 24;

/** Takes a question apart. */
export function queryTerms(question: string): QueryTerms {
  const terms = new Map<string, QueryTerm>();
  const identifiers = new Set<string>();
  const words = question.match(/[\p{L}\p{N}_$@]+(?:[.:/#-]+[\p{L}\p{N}_$@]+)*/gu) ?? [];
  for (const word of words) {
    if (isIdentifier(word)) identifiers.add(word);
    for (const part of partsOf(word)) {
      if (terms.size >= MOST_TERMS || part.length < 2 || STOP_WORDS.has(part)) continue;
      const stem = stemOf(part);
      if (!terms.has(stem)) {
        terms.set(stem, { word: part, stem, synonyms: SYNONYMS_OF.get(stem) ?? [] });
      }
    }
  }
  return { terms: [...terms.values()], identifiers: [...identifiers] };
}

/** Whether a word can only be the name of something in the code. */
function isIdentifier(word: string): boolean {
  return /[_$@:/#.]|\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\p{N}/u.test(word);
}

function partsOf(word: string): string[] {
  const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}

const ENDINGS = [
  "izations",
  "ization",
  "ations",
  "ation",
  "ators",
  "ator",
  "ions",
  "ion",
  "ings",
  "ing",
  "ments",
  "ment",
  "ers",
  "ors",
  "er",
  "or",
  "ies",
  "ed",
  "es",
  "s",
  "e",
  "ly",
];
const SHORTEST_STEM = 3;

/**
 * The beginning that the forms of an English word share: `parsing`, `parser` and `parsed` give
 * `pars`. Rougher than a dictionary would be, since names are abbreviated anyway.
 */
export function stemOf(word: string): string {
  if (word.length <= SHORTEST_STEM || /\p{N}/u.test(word)) return word;
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    if (stem.length < SHORTEST_STEM || /(?:ss|us|is)$/.test(word)) continue;
    if (ending === "ies") return stem + "y";
    return undoubled(stem);
  }
  return word;
}

/** `mapp` of `mapping` is `map`; `call` stays, since the doubling is the word's own. */
function undoubled(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) && stem.length > SHORTEST_STEM ? stem.slice(0, -1) : stem;
}

/** Shortest word that may stand for a longer one that begins with it. */
const SHORTEST_ABBREVIATION = 3;

/**
 * How well a word of a name fits a stem: 1 for a form of the same word, less for an abbreviation
 * or a word that goes on, 0 for another.
 */
export function wordFit(word: string, stem: string): number {
  if (word === stem || stemOf(word) === stem) return 1;
  if (stem.length >= 4 && word.startsWith(stem)) return 0.75;
  if (word.length >= SHORTEST_ABBREVIATION && stem.startsWith(word)) {
    return word.length >= 4 ? 0.75 : 0.4;
  }
  return 0;
}
