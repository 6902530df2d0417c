/** What moves and chooses by keys of its own while it is open. */
const ownKeys = "[role=menu], [role=listbox], [popover], select, textarea, [contenteditable=true]";

/** Whether a key belongs to a menu, a panel or a text field. */
export function isMenuOpenIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(ownKeys) !== null;
}
