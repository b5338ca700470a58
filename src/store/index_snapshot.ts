import { explained } from "./errors.ts";
import { requireOurs } from "./existing_index.ts";
import { IndexReading } from "./index_reading.ts";
import { openIndexToRead } from "./open_to_read.ts";
import { Statements } from "./statements.ts";

/** An index as it is at one moment, whatever others write to it. */
export class IndexSnapshot implements Disposable {
  readonly reading: IndexReading;
  readonly #close: () => void;

  private constructor(reading: IndexReading, close: () => void) {
    this.reading = reading;
    this.#close = close;
  }

  /**
   * Opens an index for a moment's reading.
   * @throws {NoIndexError} when there is none
   * @throws {CorruptIndexError | IndexReadError | ForeignDatabaseError | NewerIndexError}
   * @throws {OutdatedIndexError}
   */
  static open(path: string, root: string): IndexSnapshot {
    const database = openIndexToRead(path, root, true);
    try {
      requireOurs(database, path);
      database.exec("BEGIN");
      const reading = new IndexReading(new Statements(database, path));
      return new IndexSnapshot(reading, () => database.close());
    } catch (error) {
      database.close();
      throw explained(error, path);
    }
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}
