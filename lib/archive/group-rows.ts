import { ArchiveError } from "./archive-error";

/** Bounds the memory; a narration has some thousand results. */
const maxRows = 10_000;

/** Reads rows that belong to others, such as generations, along with these: both are sorted by the ID of the other. */
export class RowGroups<Column extends `${string}Id`, Row extends Record<Column, string>> {
  readonly #rows: AsyncGenerator<Row>;
  readonly #name: string;
  readonly #column: Column;
  #next: IteratorResult<Row, unknown> | undefined;

  constructor(name: string, column: Column, rows: AsyncGenerator<Row>) {
    this.#name = name;
    this.#column = column;
    this.#rows = rows;
  }

  get #of(): string {
    return this.#column.slice(0, -2);
  }

  /**
   * The rows of one. Call it for each one in order.
   *
   * @throws ArchiveError where a row of one that is not there comes first, or there are too many
   */
  async take(id: string): Promise<Row[]> {
    const group: Row[] = [];
    for (;;) {
      this.#next ??= await this.#rows.next();
      if (this.#next.done || this.#next.value[this.#column] > id) return group;
      if (this.#next.value[this.#column] < id) this.#refuse(this.#next.value);
      group.push(this.#next.value);
      if (group.length > maxRows) {
        throw new ArchiveError(`The ${this.#of} ${id} has more than ${maxRows} ${this.#name}.`);
      }
      this.#next = undefined;
    }
  }

  /** @throws ArchiveError where rows are left after the last one */
  async end(): Promise<void> {
    this.#next ??= await this.#rows.next();
    if (!this.#next.done) this.#refuse(this.#next.value);
  }

  #refuse({ [this.#column]: id }: Row): never {
    throw new ArchiveError(
      `The ${this.#name} of the archive name the ${this.#of} ${id}, which it doesn't have or has elsewhere.`,
    );
  }
}
