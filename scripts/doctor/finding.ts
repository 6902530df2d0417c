/** The result of a check. A fault keeps the studio from working. */
export type Finding = {
  state: "ok" | "note" | "fault";
  subject: string;
  message: string;
  /** How to fix a fault. */
  remedy?: string;
};

const labels = { ok: "ok   ", note: "note ", fault: "ERROR" } as const;

export function describeFinding({ state, subject, message, remedy }: Finding): string {
  const line = `${labels[state]}  ${subject}: ${message}`;
  return remedy ? `${line}\n       Fix: ${remedy}` : line;
}
