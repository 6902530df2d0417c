import type { Completion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { createNameCompletion, writeCompletion } from "@/components/form/name-completion";
import { tagName, type StructureTag } from "@/lib/lyrics/structure-tag";
import { STRUCTURE_TAGS } from "@/lib/service/contract/music-options";

interface TagCompletionWords {
  /** Accessible name of the list. */
  title: string;
  /** The meaning of each tag, in a word or two of the person's language. */
  meanings: Readonly<Record<StructureTag, string>>;
}

const openTag = /[[【［]([^[\]【】［］\n]*)$/;

/** Completes the 14 structure tags after an opening bracket. Enter accepts one, Escape closes the list. */
export function createTagCompletion({ title, meanings }: TagCompletionWords): Extension {
  const options = STRUCTURE_TAGS.map((tag): Completion & { label: StructureTag } => ({
    label: tag,
    detail: meanings[tag],
    apply: (view, completion, from, to) => writeTag(view, completion, { from, to, tag }),
  }));
  return createNameCompletion({
    title,
    open: openTag,
    replaces: "all",
    rowCount: 7,
    list: (typed) => rank(options, fold(typed)),
  });
}

/** First names that start with the typed text, then names that contain it or whose meaning starts with it. */
function rank<Option extends Completion & { label: StructureTag }>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const name = (option: Option) => fold(tagName(option.label));
  const begins = options.filter((option) => name(option).startsWith(typed));
  const others = options.filter(
    (option) =>
      !begins.includes(option) &&
      (name(option).includes(typed) || fold(option.detail ?? "").startsWith(typed)),
  );
  return [...begins, ...others];
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

/** Replaces the typed text, including a closing bracket, with the tag. At the end of the text, starts a new line. */
function writeTag(
  view: EditorView,
  completion: Completion,
  { from, to, tag }: { from: number; to: number; tag: StructureTag },
): void {
  const line = view.state.doc.lineAt(to);
  const rest = view.state.sliceDoc(to, line.to);
  const closing = /^[\]】］]/.test(rest) ? 1 : 0;
  const isLast = rest.slice(closing).trim() === "" && line.number === view.state.doc.lines;
  const insert = isLast ? `${tag}\n` : tag;
  writeCompletion(view, completion, { from, to: to + closing, insert });
}
