import { ArchiveError } from "./archive-error";

/** Bounds the memory; a narration has some thousand results. */
const maxRows = 10_000;

/** Reads rows that belong to generations, along with these: both are sorted by the ID of the generation. */
export class RowGroups<Row extends { generationId: string }> {
  readonly #rows: AsyncGenerator<Row>;
  readonly #name: string;
  #next: IteratorResult<Row, unknown> | undefined;

  constructor(name: string, rows: AsyncGenerator<Row>) {
    this.#name = name;
    this.#rows = rows;
  }

  /**
   * The rows of a generation. Call it for each generation in order.
   *
   * @throws ArchiveError where a row of a generation that is not there comes first, or there are too many
   */
  async take(generationId: string): Promise<Row[]> {
    const group: Row[] = [];
    for (;;) {
      this.#next ??= await this.#rows.next();
      if (this.#next.done || this.#next.value.generationId > generationId) return group;
      if (this.#next.value.generationId < generationId) this.#refuse(this.#next.value);
      group.push(this.#next.value);
      if (group.length > maxRows) {
        throw new ArchiveError(`The generation ${generationId} has more than ${maxRows} ${this.#name}.`);
      }
      this.#next = undefined;
    }
  }

  /** @throws ArchiveError where rows are left after the last generation */
  async end(): Promise<void> {
    this.#next ??= await this.#rows.next();
    if (!this.#next.done) this.#refuse(this.#next.value);
  }

  #refuse({ generationId }: Row): never {
    throw new ArchiveError(
      `The ${this.#name} of the archive name the generation ${generationId}, which it doesn't have or has elsewhere.`,
    );
  }
}
