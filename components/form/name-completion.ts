import {
  autocompletion,
  pickedCompletion,
  type Completion,
  type CompletionContext,
} from "@codemirror/autocomplete";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

interface NameCompletionOptions {
  /** Accessible name of the list. */
  title: string;
  /** Matches the text before the caret that is being completed; its first group is passed to `list`. */
  open: RegExp;
  /** Returns the matches, best first. */
  list: (typed: string) => readonly Completion[];
  /** What a completion replaces: the whole match of `open`, or its group. */
  replaces: "all" | "group";
  /** Rows of each of the two columns, so that all names are visible. */
  rowCount: number;
}

/** Completes names from a short list while typing. Enter accepts one, Escape closes the list. */
export function createNameCompletion({
  title,
  open,
  list,
  replaces,
  rowCount,
}: NameCompletionOptions): Extension {
  return [
    completionLook(rowCount),
    EditorState.phrases.of({ Completions: title }),
    autocompletion({ icons: false, override: [complete] }),
  ];

  function complete(context: CompletionContext) {
    const found = context.matchBefore(open);
    if (!found) return null;
    const typed = open.exec(found.text)?.[1] ?? "";
    const from = replaces === "all" ? found.from : context.pos - typed.length;
    return { from, options: list(typed), filter: false };
  }
}

/** Replaces a range with a completion and puts the caret behind it. */
export function writeCompletion(
  view: EditorView,
  completion: Completion,
  { from, to, insert }: { from: number; to: number; insert: string },
): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: "input.complete",
    annotations: pickedCompletion.of(completion),
  });
}

/**
 * Styles the list of completions: two columns of `rowCount` rows, filled column by column, in the order of the arrow
 * keys.
 */
function completionLook(rowCount: number): Extension {
  return EditorView.theme({
    ".cm-tooltip.cm-tooltip-autocomplete": {
      border: "0",
      borderRadius: "8px",
      backgroundColor: "var(--raised)",
      boxShadow: "0 0 0 1px var(--line-strong), 0 10px 28px var(--shade)",
      overflow: "hidden",
      padding: "4px",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": {
      fontFamily: "inherit",
      // The whole list is visible.
      display: "grid",
      gridTemplateRows: `repeat(${rowCount}, auto)`,
      gridAutoFlow: "column",
      maxHeight: "none",
      maxWidth: "min(24rem, calc(100vw - 2rem))",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
      display: "flex",
      justifyContent: "space-between",
      gap: "0.75rem",
      padding: "3px 8px",
      borderRadius: "6px",
      lineHeight: "1.5",
      color: "var(--text-2)",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
      backgroundColor: "var(--hover)",
      color: "var(--text)",
    },
    ".cm-completionMatchedText": { textDecoration: "none" },
    ".cm-completionDetail": { margin: "0", fontStyle: "normal", color: "var(--text-3)" },
  });
}
