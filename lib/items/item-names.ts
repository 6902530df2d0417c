/** What an item can be. */
export const itemKinds = ["image", "audio", "video"] as const;
export type ItemKind = (typeof itemKinds)[number];

/** The orders of a list. */
export const itemSorts = ["newest", "oldest", "longest", "shortest", "rating", "title", "largest"] as const;
export type ItemSort = (typeof itemSorts)[number];

/** The shapes of images and videos. */
export const itemShapes = ["landscape", "portrait", "square"] as const;
export type ItemShape = (typeof itemShapes)[number];
