/** Node type and field ids of one loaded grammar, by name. */

/** What gives the ids: a grammar of the parser's, or a reader of our own. */
export interface NodeTypes {
  idForNodeType(type: string, named: boolean): number | null;
  fieldIdForName(name: string): number | null;
  nodeTypeForId(id: number): string | null;
}

/** Looks names up once, while a language's rules are being bound to its grammar. */
export class Grammar {
  readonly #language: NodeTypes;

  constructor(readonly name: string, language: NodeTypes) {
    this.#language = language;
  }

  /**
   * Id of a named node type.
   * @throws {Error} when the grammar has no such type, which means a mistake in a language's table.
   */
  kind(type: string): number {
    const id = this.#language.idForNodeType(type, true);
    if (id === null) throw new Error(`grammar ${this.name} has no node type "${type}"`);
    return id;
  }

  /** Whether the grammar has a named node type: grammars of one family differ in a few. */
  has(type: string): boolean {
    return this.#language.idForNodeType(type, true) !== null;
  }

  /** Whether the grammar has a field. */
  hasField(name: string): boolean {
    return this.#language.fieldIdForName(name) !== null;
  }

  /** Id of a bare token such as `async` or `:=`. @throws {Error} as {@link Grammar.kind}. */
  token(text: string): number {
    const id = this.#language.idForNodeType(text, false);
    if (id === null) throw new Error(`grammar ${this.name} has no token "${text}"`);
    return id;
  }

  /** Ids of several named node types, as a set. @throws {Error} as {@link Grammar.kind}. */
  kinds(...types: string[]): ReadonlySet<number> {
    return new Set(types.map((type) => this.kind(type)));
  }

  /** Id of a field. @throws {Error} when the grammar has no such field. */
  field(name: string): number {
    const id = this.#language.fieldIdForName(name);
    if (id === null) throw new Error(`grammar ${this.name} has no field "${name}"`);
    return id;
  }

  /** Name of a node type, for messages. */
  typeName(kind: number): string {
    return kind === 65535 ? "ERROR" : this.#language.nodeTypeForId(kind) ?? `#${kind}`;
  }
}
