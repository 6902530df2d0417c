import { byFoldedName, fold, foldWords, type StructureTag } from "./structure-tag";

/** Common other names of the same parts, folded. */
const otherNames: Readonly<Record<string, StructureTag>> = {
  instrumental: "[Inst]",
  instrument: "[Inst]",
  refrain: "[Chorus]",
  drop: "[Chorus]",
  prehook: "[Pre Chorus]",
  stanza: "[Verse]",
  strophe: "[Verse]",
  opening: "[Intro]",
  introduction: "[Intro]",
  ending: "[Outro]",
  end: "[Outro]",
  coda: "[Outro]",
  fadeout: "[Outro]",
  buildup: "[Build Up]",
  rise: "[Build Up]",
  middleeight: "[Bridge]",
  breakdown: "[Break]",
  rap: "[Verse]",
  前奏: "[Intro]",
  主歌: "[Verse]",
  导歌: "[Pre Chorus]",
  预副歌: "[Pre Chorus]",
  副歌: "[Chorus]",
  后副歌: "[Post Chorus]",
  间奏: "[Interlude]",
  桥段: "[Bridge]",
  桥: "[Bridge]",
  尾奏: "[Outro]",
  尾声: "[Outro]",
  结尾: "[Outro]",
  过渡: "[Transition]",
  停顿: "[Break]",
  记忆点: "[Hook]",
  铺垫: "[Build Up]",
  渐强: "[Build Up]",
  器乐: "[Inst]",
  纯音乐: "[Inst]",
  独奏: "[Solo]",
};

/** Names found inside a longer one, the longest first: "final pre-chorus" means the pre-chorus. */
const namesByLength = [...byFoldedName, ...Object.entries(otherNames)].sort(
  ([one], [other]) => other.length - one.length,
);

/**
 * The tag that is meant by one that is none of the 14, or null. Loaded with the editor of lyrics.
 *
 * @param bracketed with its brackets
 */
export function suggestTag(bracketed: string): StructureTag | null {
  const name = fold(bracketed);
  if (name === "") return null;
  const other = otherNames[name];
  if (other) return other;
  const words = foldWords(bracketed);
  const inside = namesByLength.find(([known]) =>
    isHan(known) ? name.includes(known) : isRunOfWords(known, words),
  );
  if (inside) return inside[1];
  const [nearest] = [...byFoldedName]
    .map(([known, tag]) => ({ tag, edits: countEdits(known, name), length: known.length }))
    .filter(({ edits, length }) => edits <= Math.max(1, Math.floor(length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return nearest?.tag ?? null;
}

/** Whether consecutive words, or one of them without its number, are a name. */
function isRunOfWords(name: string, words: readonly string[]): boolean {
  return words.some((_, start) => {
    let run = "";
    for (const word of words.slice(start)) {
      run += word.replace(/\d+$/, "");
      if (run === name) return true;
      if (run.length >= name.length) return false;
    }
    return false;
  });
}

function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** The edit distance of two words, with swaps of neighbours (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost);
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length]!;
}
