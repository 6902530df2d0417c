import type { WrittenText } from "@/components/form/writing-tools";

/** The text of a textarea. What is inserted can be undone with the keys of the browser. */
export function writtenInArea(area: HTMLTextAreaElement): WrittenText {
  return {
    getText: () => area.value,
    getSelection: () => ({ from: area.selectionStart, to: area.selectionEnd }),
    insert(text, range = { from: area.selectionStart, to: area.selectionEnd }) {
      area.focus();
      area.setSelectionRange(range.from, range.to);
      const isDone = document.execCommand(text === "" ? "delete" : "insertText", false, text);
      if (isDone || (text === "" && range.from === range.to)) return;
      // A browser without this command: the text is there, but not in its undo steps.
      area.setRangeText(text, range.from, range.to, "end");
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
  };
}
