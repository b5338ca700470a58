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
  /** Words that are terms only where something bears them as a name: `across`, or `layout` for `lay out`. */
  readonly perhaps: readonly QueryTerm[];
}

/** Words that ask, or that every question has; `a` is no name that anybody asks for either. */
const STOP_WORDS = new Set(
  `a about above across after all also an and another any anything are as at away be because been
  before being below between both but by can cannot code could did different do does doing done
  down during each either else etc every exactly example explain few flow for from
  function functions get gets give given go goes going had happen happens has have having he
  her here him his how i if implement implementation implemented implements in inside instead into
  involved is it its itself just kind know let like logic look looks made make makes many may me
  mechanism method methods might module more most much must my need needed needs no nor not now of
  off on once one only onto or other our out outside over own part place please possible process
  put same see several shall she should show shown side so some something such than that
  the their them then there these they thing this those through to together too turn two under
  until up upon us use used uses using various very via want was way we well were what when
  where whether which while who whole whom whose why will with within without work works would
  yes yet you your`.split(/\s+/),
);

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

/** Words that programmers use for one another, a group a line. */
const SYNONYMS = `
delete remove del unlink drop clear purge
create build construct new init initialize
search lookup locate resolve query find
load read open fetch get
save store write persist dump
start begin launch run boot listen
stop end close shutdown teardown finalize dispose
error exception fail failure panic
parse decode deserialize tokenize scan
serialize encode stringify dump marshal
check validate verify ensure assert
config configure setting option opt preference
argument arg parameter param
send write emit publish dispatch
execute run call invoke dispatch perform eval
evaluate eval compute
match find select
message msg
request req
response res resp reply
context ctx
environment env
database db
directory dir folder
password passwd pwd
authenticate auth login authorize
subscribe subscription listen observe
callback handler hook listener
memory mem
string str
number num count
length len size
temporary tmp temp
connect conn socket
expire ttl timeout
evict purge
replica slave secondary
master primary leader
convert transform cast coerce
update modify change alter
insert add append push
merge combine join concat
split partition chunk
draw render paint display
plugin extension addon
route url endpoint
view handler controller action
cache memoize
log logger
time timer clock
lock mutex latch
thread worker process
list array
dictionary dict map hash
hash dict digest
compute calculate calc
compile generate translate
executable compile bytecode
mistyped mistype typo misspelled unknown invalid
suggest hint
template view tmpl
least min minimum
most max maximum
derivative gradient jacobian
choose select pick decide
`;

const SYNONYMS_OF = new Map<string, Set<string>>();
for (const line of SYNONYMS.trim().split("\n")) {
  const stems = line.split(" ").map(stemOf);
  for (const stem of stems) {
    const known = SYNONYMS_OF.get(stem) ?? new Set();
    for (const other of stems) if (other !== stem) known.add(other);
    SYNONYMS_OF.set(stem, known);
  }
}

/** Shortest word of everybody's that may be meant as a name. */
const SHORTEST_RARE_NAME = 4;
/** More terms than this make no question clearer. */
const MOST_TERMS = 24;

/** Takes a question apart. */
export function queryTerms(question: string): QueryTerms {
  const terms = new Map<string, QueryTerm>();
  const identifiers = new Set<string>();
  const perhaps = new Map<string, QueryTerm>();
  let before = "";
  const words = question.match(/[\p{L}\p{N}_$@]+(?:[.:/#-]+[\p{L}\p{N}_$@]+)*/gu) ?? [];
  for (const word of words) {
    if (isIdentifier(word)) identifiers.add(word);
    for (const part of partsOf(word)) {
      if (before !== "") perhaps.set(before + part, termOf(before + part));
      before = part;
      if (STOP_WORDS.has(part)) {
        if (part.length >= SHORTEST_RARE_NAME) perhaps.set(part, termOf(part));
      } else if (terms.size < MOST_TERMS && part.length >= 2) {
        terms.set(stemOf(part), terms.get(stemOf(part)) ?? termOf(part));
      }
    }
  }
  return {
    terms: [...terms.values()],
    identifiers: [...identifiers],
    perhaps: [...perhaps.values()],
  };
}

function termOf(word: string): QueryTerm {
  const stem = stemOf(word);
  return { word, stem, synonyms: [...SYNONYMS_OF.get(stem) ?? []] };
}

/** Whether a word can only be the name of something in the code. */
function isIdentifier(word: string): boolean {
  return /[_$@:/#.]|\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\p{N}/u.test(word);
}

function partsOf(word: string): string[] {
  const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}

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

/** What a word may have before it and still be about the same. */
export const PREFIXES = ["re", "un", "de", "pre", "sub", "dis", "non", "multi", "auto"];

/**
 * How well a word of a name fits a stem: 1 for a form of the same word, less for an abbreviation
 * or a word that goes on, 0 for another.
 *
 * @param stemOfWord to be given by whoever knows it, as it takes the most time
 */
export function wordFit(word: string, stem: string, stemOfWord = stemOf(word)): number {
  if (word === stem || stemOfWord === stem) return 1;
  if (stem.length >= 4 && word.startsWith(stem)) return 0.75;
  if (stem.length >= 4 && isPrefixed(word, stem)) return 0.6;
  if (word.length >= SHORTEST_ABBREVIATION && stem.startsWith(word)) {
    return word.length >= 4 ? 0.75 : 0.4;
  }
  return 0;
}

function isPrefixed(word: string, stem: string): boolean {
  return PREFIXES.some((prefix) => word.startsWith(stem, prefix.length) && word.startsWith(prefix));
}
