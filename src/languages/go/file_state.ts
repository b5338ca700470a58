/** What the rules must remember of one file beyond its facts. */

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Names of variables and parameters of the top-level function in hand: no mention of a function. */
  readonly locals = new Set<string>();
  /** Type parameters of the declaration in hand, with the scopes that bind them. */
  readonly typeParameters = new Map<string, number>();
  /** Node after the receiver of the method in hand, whose type is where it belongs, not what it uses. */
  afterReceiver = 0;
  /** Type of the constant before, which a constant without a value repeats. */
  constantType = -1;
  /** Whether the file imports a package of which linkers ask what its functions are given. */
  isAsked = false;

  /** Forgets what holds inside one declaration at the top of a file. */
  forget(): void {
    this.locals.clear();
    this.typeParameters.clear();
  }

  /** Forgets the file. */
  reset(): void {
    this.forget();
    this.afterReceiver = 0;
    this.constantType = -1;
    this.isAsked = false;
  }
}
