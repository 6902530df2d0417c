/**
 * What a person has chosen and typed in a generator's form and not sent: kept in this browser, apart for each person, so
 * that a reload loses nothing. Defaults are no part of it (draft-choices.ts).
 */
export interface DraftKey {
  userId: string;
  generator: string;
}

function storageKey({ userId, generator }: DraftKey): string {
  return `reverie.draft.${userId}.${generator}`;
}

/** The draft as it was written, untrusted; null when there is none or the browser keeps nothing. */
export function readDraft(key: DraftKey): unknown {
  try {
    const text = localStorage.getItem(storageKey(key));
    return text === null ? null : JSON.parse(text);
  } catch {
    // Storage may be switched off, and its text may be anything: a draft that cannot be read is none.
    return null;
  }
}

/** Keeps a draft; null forgets it. */
export function writeDraft(key: DraftKey, choices: Record<string, unknown> | null): void {
  try {
    if (choices === null) localStorage.removeItem(storageKey(key));
    else localStorage.setItem(storageKey(key), JSON.stringify(choices));
  } catch {
    // Full or switched off: the form itself still has everything.
  }
}
