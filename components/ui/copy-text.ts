/**
 * Puts a text on the clipboard; whether it is there now. Browsers give `navigator.clipboard` to secure contexts only, so
 * over plain http from another machine the old way through a selected text box is what is left.
 */
export async function copyText(text: string): Promise<boolean> {
  // Its type says that it is always there; outside a secure context it is not.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // The person or a policy withheld the permission; the selection may still be allowed, and tells whether it was.
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
  // An open menu may take the focus and with it the selection back: the text itself is put into what is copied.
  let given = false;
  const give = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    given = event.clipboardData !== null;
  };
  document.addEventListener("copy", give, { capture: true, once: true });
  // Inside an open modal dialog, since everything outside it is inert and cannot be selected.
  (focused?.closest("dialog") ?? document.body).append(box);
  try {
    box.select();
    return document.execCommand("copy") && given;
  } finally {
    document.removeEventListener("copy", give, { capture: true });
    box.remove();
    (focused as HTMLElement | null)?.focus({ preventScroll: true });
  }
}
