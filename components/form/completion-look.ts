import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The look of a list of completions in two columns of so many rows, read down and then across, as the arrow keys go. */
export function completionLook(rowCount: number): Extension {
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
