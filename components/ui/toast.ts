/** A short message about what has just happened. Use a dialog for questions and a notice for what must stay. */
export interface ToastMessage {
  tone: "plain" | "danger";
  title: string;
  description?: string | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
}

type Listener = () => void;

let waiting: ToastMessage[] = [];
const listeners = new Set<Listener>();

/** Shows a toast. The library that renders it loads with the first one. */
export function showToast(message: ToastMessage): void {
  waiting.push(message);
  for (const listener of listeners) listener();
}

/** Calls back when a toast is waiting. */
export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns waiting messages; each is returned once. */
export function takeToasts(): ToastMessage[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function hasToasts(): boolean {
  return waiting.length > 0;
}
