import type { Completion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { EditorTools } from "@/components/form/token-editor-view";
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
export function createTagCompletion({ title, meanings }: TagCompletionWords, tools: EditorTools): Extension {
  const options = STRUCTURE_TAGS.map((tag): Completion & { label: StructureTag } => ({
    label: tag,
    detail: meanings[tag],
    apply: (view, completion, from, to) =>
      tools.writeCompletion(view, completion, { from, ...placeTag(view, { to, tag }) }),
  }));
  return tools.createNameCompletion({
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

/** What replaces the typed text, including a closing bracket. At the end of the text, it starts a new line. */
function placeTag(
  view: EditorView,
  { to, tag }: { to: number; tag: StructureTag },
): { to: number; insert: string } {
  const line = view.state.doc.lineAt(to);
  const rest = view.state.sliceDoc(to, line.to);
  const closing = /^[\]】］]/.test(rest) ? 1 : 0;
  const isLast = rest.slice(closing).trim() === "" && line.number === view.state.doc.lines;
  return { to: to + closing, insert: isLast ? `${tag}\n` : tag };
}
