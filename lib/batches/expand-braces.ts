/** A text with groups of alternatives: plain pieces and groups, each alternative of which is such a text again. */
type Sequence = (string | Sequence[])[];

/** A text that cannot be expanded: the key of its message and what that names. */
export interface BraceProblem {
  key: "batch.braces.open" | "batch.braces.depth";
  values: Record<string, number>;
}

type ParsedBraces =
  | { sequence: Sequence; problem?: undefined }
  | { sequence?: undefined; problem: BraceProblem };

/** Groups within groups, so that a text cannot exhaust the stack. */
const maxDepth = 10;

/** Counts beyond this are not told apart. */
const countlessTexts = 1_000_000_000;

const escapable = new Set(["{", "}", "|", "\\"]);

/**
 * Reads `{red|blue} boat`. Groups may contain groups; `\{`, `\}`, `\|` and `\\` stand for the character itself. Outside of a
 * group, `|` and `}` do so anyway. An alternative may be empty. Pure.
 *
 * @returns a problem names the position of its brace, in Unicode code points from 1
 */
export function parseBraces(text: string): ParsedBraces {
  const root: Sequence = [];
  /** The groups that are open, from the outside. */
  const open: { position: number; alternatives: Sequence[] }[] = [];
  let current = root;
  let piece = "";
  let isEscaped = false;
  let position = 0;
  const endPiece = () => {
    if (piece !== "") current.push(piece);
    piece = "";
  };
  const characters = [...text];
  for (const character of characters) {
    position += 1;
    const group = open.at(-1);
    if (isEscaped) {
      piece += character;
      isEscaped = false;
    } else if (character === "\\" && escapable.has(characters[position] ?? "")) {
      isEscaped = true;
    } else if (character === "{") {
      if (open.length === maxDepth)
        return { problem: { key: "batch.braces.depth", values: { position, maxDepth } } };
      endPiece();
      const alternatives: Sequence[] = [[]];
      current.push(alternatives);
      open.push({ position, alternatives });
      current = alternatives[0]!;
    } else if (character === "|" && group) {
      endPiece();
      current = [];
      group.alternatives.push(current);
    } else if (character === "}" && group) {
      endPiece();
      open.pop();
      current = open.at(-1)?.alternatives.at(-1) ?? root;
    } else piece += character;
  }
  endPiece();
  const unclosed = open.at(-1);
  if (unclosed) return { problem: { key: "batch.braces.open", values: { position: unclosed.position } } };
  return { sequence: root };
}

/** How many texts there are, without building one; at most a billion. Pure. */
export function countTexts(sequence: Sequence): number {
  return sequence.reduce<number>((product, part) => {
    if (typeof part === "string") return product;
    const sum = part.reduce((total, alternative) => total + countTexts(alternative), 0);
    return Math.min(countlessTexts, product * sum);
  }, 1);
}

/** All texts. The last group changes fastest, as the last digit of a number does. Pure. */
export function listTexts(sequence: Sequence): string[] {
  return sequence.reduce<string[]>(
    (texts, part) => {
      const endings = typeof part === "string" ? [part] : part.flatMap(listTexts);
      return texts.flatMap((text) => endings.map((ending) => text + ending));
    },
    [""],
  );
}
