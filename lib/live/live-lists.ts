/** What browsers load again as a whole, by the first part of its query keys. */
export const liveLists = [
  "generations",
  "projects",
  "savedSearches",
  "presets",
  "snippets",
  "digest",
] as const;
export type LiveList = (typeof liveLists)[number];
