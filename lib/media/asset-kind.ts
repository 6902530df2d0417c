/** What an asset is, decided from its bytes. */
export const assetKinds = ["image", "audio", "video", "text", "archive"] as const;

export type AssetKind = (typeof assetKinds)[number];

/** Where an asset comes from: made by the service, or brought by the person. */
export type AssetOrigin = "output" | "upload";
