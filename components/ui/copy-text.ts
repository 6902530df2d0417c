/**
 * Copies a text to the clipboard and returns whether that worked. Browsers offer `navigator.clipboard` in secure
 * contexts only; over plain HTTP, a selected text box is copied instead.
 */
export async function copyText(text: string): Promise<boolean> {
  // Missing outside a secure context, although its type says otherwise.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // Permission denied; copying by selection may still be allowed.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  box.readOnly = true;
  box.setAttribute("aria-hidden", "true");
  box.style.position = "fixed";
  box.style.opacity = "0";
  // An open menu may take focus and selection away, so the text is written to the clipboard event directly.
  let written = false;
  const writeToClipboard = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    written = event.clipboardData !== null;
  };
  document.addEventListener("copy", writeToClipboard, { capture: true, once: true });
  // Inside an open dialog, which takes the focus back from everything outside it.
  (focused?.closest("dialog") ?? document.body).append(box);
  try {
    box.select();
    return document.execCommand("copy") && written;
  } finally {
    document.removeEventListener("copy", writeToClipboard, { capture: true });
    box.remove();
    (focused as HTMLElement | null)?.focus({ preventScroll: true });
  }
}
