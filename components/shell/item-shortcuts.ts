/** The shortcuts of an item, in a file that the list of shortcuts can import without the items. */
export const itemShortcuts = { favourite: "s", rate: "0 – 5", trash: "delete" } as const;
