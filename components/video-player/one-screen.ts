/** What can be told to make way. */
export interface Showing {
  pause(): void;
}

let showing: Showing | null = null;

/** One video plays at a time: the one that begins pauses the one before. */
export function takeScreen(next: Showing): void {
  if (showing && showing !== next) showing.pause();
  showing = next;
}

/** What is gone need not be paused. */
export function leaveScreen(gone: Showing): void {
  if (showing === gone) showing = null;
}
