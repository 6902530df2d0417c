/** What one look found. A fault keeps the studio from working; a note is worth knowing. */
export type Finding = {
  state: "ok" | "note" | "fault";
  subject: string;
  message: string;
  /** What to do, for a fault. */
  remedy?: string;
};

const labels = { ok: "ok   ", note: "note ", fault: "ERROR" } as const;

export function describeFinding({ state, subject, message, remedy }: Finding): string {
  const line = `${labels[state]}  ${subject}: ${message}`;
  return remedy ? `${line}\n       Fix: ${remedy}` : line;
}
