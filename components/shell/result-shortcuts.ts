/** The keys of a result's page, apart from it so that the list of shortcuts need not carry it. */
export const resultShortcuts = { previous: "p", next: "n" } as const;
