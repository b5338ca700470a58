/** What the rules must remember of one file beyond its facts. */

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Names of variables and parameters of the function in hand: no mention of a function. */
  readonly locals = new Set<string>();
  /** Type parameters in force, with the scopes that bind them. */
  readonly typeParameters = new Map<string, number>();
  /** Access in force (a flag) in the body of a class, by its scope. */
  readonly access = new Map<number, number>();
  /** Names of the bases of a class, by its name. */
  readonly bases = new Map<string, Set<string>>();
  /** By the scope of a function that is written outside its class: the class as written. */
  readonly owners = new Map<number, string>();
  /** Node before which type names are the arguments of a macro that makes a function. */
  afterMacro = 0;
  /** Whether the names of the standard library are used without `std::`. */
  usesStd = false;

  /** Forgets the file. */
  reset(): void {
    this.locals.clear();
    this.typeParameters.clear();
    this.access.clear();
    this.bases.clear();
    this.owners.clear();
    this.usesStd = false;
    this.afterMacro = 0;
  }

  /** Forgets what holds inside one function or class at the top of a file. */
  leaveTop(): void {
    this.locals.clear();
    this.typeParameters.clear();
  }
}
