import type { WrittenText } from "@/components/form/writing-tools";
import { showToast } from "@/components/ui/toast";
import type { PromptField } from "@/lib/items/prompt-fields";

/** The props of the dialogs of a field. */
export interface ReuseDialogProps {
  generator: string;
  field: PromptField;
  /** The label of the field. */
  label: string;
  text: WrittenText;
  onClose: () => void;
}

/** Replaces a whole text. What it was comes back with the keys of the browser, or with the toast. */
export function fillText(text: WrittenText, wanted: string, words: { filled: string; undo: string }): void {
  const replaceAll = (next: string) => text.insert(next, { from: 0, to: text.getText().length });
  const before = text.getText();
  replaceAll(wanted);
  showToast({
    tone: "plain",
    title: words.filled,
    action: { label: words.undo, onSelect: () => replaceAll(before) },
  });
}
