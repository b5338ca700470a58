/** Names and their numbers, from 0. */
export class NameTable {
  readonly names: string[] = [];
  readonly #ids = new Map<string, number>();

  /** How many there are. */
  get count(): number {
    return this.names.length;
  }

  /** Number of a name, given now if it is new. */
  intern(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.names.length;
      this.names.push(name);
      this.#ids.set(name, id);
    }
    return id;
  }

  /** Number of a name; -1 when it has none. */
  idOf(name: string): number {
    return this.#ids.get(name) ?? -1;
  }
}
