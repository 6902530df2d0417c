/** A short word on something that just happened. What needs an answer is a dialog; what must stay is a notice. */
export interface ToastMessage {
  tone: "plain" | "danger";
  title: string;
  description?: string | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
}

type Listener = () => void;

let waiting: ToastMessage[] = [];
const listeners = new Set<Listener>();

/** Shows a toast; the library that draws it is fetched with the first one. */
export function showToast(message: ToastMessage): void {
  waiting.push(message);
  for (const listener of listeners) listener();
}

/** Told whenever a toast waits to be drawn. */
export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes what waits; each message is handed out once. */
export function takeToasts(): ToastMessage[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function hasToasts(): boolean {
  return waiting.length > 0;
}
