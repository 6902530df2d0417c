/** Fields of an input in which people write, in every generator. */
export const promptFields = ["prompt", "lyrics", "text"] as const;
export type PromptField = (typeof promptFields)[number];
