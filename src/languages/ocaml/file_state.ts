/** What OCaml's rules must remember of one file beyond its facts. */
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Whether the file declares what another defines. */
  isInterface = false;
  /** Type whose constructors and fields are read. */
  type = NONE;
  /** Node after the pattern in hand. */
  patternEnd = 0;
  /** Node after the expression in hand that opens a module for itself. */
  openEnd = 0;

  /** Names for the object and for its parents' view of it, with what they are, by the class's scope. */
  readonly selves = new Map<number, { readonly node: NodeIndex; readonly value: number }[]>();

  /** Forgets the file before. */
  reset(isInterface: boolean): void {
    this.isInterface = isInterface;
    this.type = NONE;
    this.patternEnd = 0;
    this.openEnd = 0;
    this.selves.clear();
  }
}
