import {
  autocompletion,
  pickedCompletion,
  type Completion,
  type CompletionContext,
} from "@codemirror/autocomplete";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

interface NameCompletionOptions {
  /** Names the list. */
  title: string;
  /** What is being typed, up to the caret; its group is given to `list`. */
  open: RegExp;
  /** What fits what was typed, best first. */
  list: (typed: string) => readonly Completion[];
  /** Where what is taken is written: in place of all that `open` found, or of its group. */
  replaces: "all" | "group";
  /** Rows of each of the two columns in which all are in sight. */
  rowCount: number;
}

/** Offers names out of a short list while one is typed; Enter takes one, Escape none. */
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

/** Writes what was taken in place of a range, and sets the caret behind it. */
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

/** The look of a list of completions in two columns of so many rows, read down and then across, as the arrow keys go. */
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
      // All in sight.
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
