/**
 * The unsent choices and text of a form, kept in this browser for each person, so that a reload loses nothing. Defaults
 * are not part of it (draft-choices.ts).
 */
export interface DraftKey {
  userId: string;
  generator: string;
}

function storageKey({ userId, generator }: DraftKey): string {
  return `reverie.draft.${userId}.${generator}`;
}

/** The stored draft, untrusted; null if there is none or storage is disabled. */
export function readDraft(key: DraftKey): unknown {
  try {
    const text = localStorage.getItem(storageKey(key));
    return text === null ? null : JSON.parse(text);
  } catch {
    // Storage may be disabled or hold anything; an unreadable draft counts as none.
    return null;
  }
}

/** Stores a draft; null removes it. */
export function writeDraft(key: DraftKey, choices: Record<string, unknown> | null): void {
  try {
    if (choices === null) localStorage.removeItem(storageKey(key));
    else localStorage.setItem(storageKey(key), JSON.stringify(choices));
  } catch {
    // Storage is full or disabled; the form still has everything.
  }
}
