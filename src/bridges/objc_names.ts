/**
 * What methods of Swift are called in Objective-C, and the other way round. Sources: "Importing Objective-C
 * into Swift" and the Swift evolution proposals 0005 (what names lose) and 0033.
 */

/** In front of the label of a first argument there is no "With" when it is one of these already. */
const PREPOSITIONS =
  /^(?:above|after|along|alongside|as|at|before|below|by|following|for|from|given|in|including|inside|into|matching|of|on|passing|preceding|since|to|until|using|via|when|with|within)(?![a-z])/;
/** A name that ends with one needs none either. */
const ENDS_WITH_PREPOSITION = /(?:^w|W)ith$/;
/** What is given to report a failure or the end, and is no argument in Swift. */
const REPORT = /^(?:.*[eE]rror|completion|completionHandler|.*CompletionHandler)$/;

/** Selectors under which Objective-C knows a method of Swift. @param labels "" for arguments without */
export function selectorsOf(name: string, labels: readonly string[]): string[] {
  const [first, ...others] = labels;
  if (first === undefined) return [name, `${name}AndReturnError:`];
  const isJoined = first === "" || PREPOSITIONS.test(first) || ENDS_WITH_PREPOSITION.test(name);
  const joint = isJoined ? "" : "With";
  const head = name + joint + capital(first);
  const selector = [head, ...others].map((part) => `${part}:`).join("");
  return [selector, `${selector}error:`, `${selector}completionHandler:`];
}

/** Selectors under which Objective-C knows a property of Swift. */
export function accessorsOf(name: string): string[] {
  return [name, `set${capital(name)}:`];
}

/**
 * How well a call in Swift fits a method of Objective-C: Swift may leave out of its name what the types
 * of its arguments say anyway.
 * @param name "init" where an instance is made
 * @returns 0 where it does not fit; more the less is left out
 */
export function fit(selector: string, name: string, labels: readonly string[]): number {
  const pieces = selector.split(":");
  const takes = pieces.length - 1;
  if (labels.length === 0 && takes === 0) return pieces[0] === name ? 4 : 0;
  const given = labels.length;
  const isReported = takes === given + 1 && REPORT.test(pieces[given]!);
  if (takes !== given && !isReported) return 0;
  let least = fitOfFirst(pieces[0]!, name, labels[0] ?? "");
  for (let at = 1; at < given; at++) {
    const isClosure = labels[at] === "" && at === given - 1;
    least = Math.min(least, isClosure ? 2 : fitOfWord(pieces[at]!, labels[at]!));
  }
  return isReported ? Math.min(least, 2) : least;
}

/** The first piece holds the name of the method and the label of its first argument. */
function fitOfFirst(piece: string, name: string, label: string): number {
  if (!startsWithWords(piece, name)) return 0;
  const rest = piece.slice(name.length);
  if (label === "") return rest === "" ? 4 : name === "init" ? 0 : 2;
  const words = lower(rest);
  const without = lower(rest.replace(/^With/, ""));
  return words === label || without === label ? 4 : Math.max(
    fitOfWord(words, label),
    fitOfWord(without, label),
    // The preposition may stand in the label, and the noun before it be left out.
    label !== "" && startsWithWords(label, lower(rest.replace(/^.*?(?=[A-Z][a-z]*$)/, ""))) ? 1 : 0,
  );
}

function fitOfWord(piece: string, label: string): number {
  if (piece === label) return 4;
  return label !== "" && startsWithWords(piece, label) ? 2 : 0;
}

/** Whether the first words of a name are those of another. */
function startsWithWords(name: string, start: string): boolean {
  return start !== "" && name.startsWith(start) && !/^[a-z]/.test(name.slice(start.length));
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
