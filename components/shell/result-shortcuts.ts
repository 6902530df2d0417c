/** The shortcuts of a result's page, in a file that the list of shortcuts can import without the page. */
export const resultShortcuts = { previous: "p", next: "n" } as const;
