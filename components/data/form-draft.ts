/**
 * What a person has typed into a generator's form and not sent: kept in this browser, apart for each person, so that a
 * reload loses nothing.
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

export function writeDraft(key: DraftKey, input: unknown): void {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(input));
  } catch {
    // Full or switched off: the form itself still has everything.
  }
}
