/** How a list of items is shown: in justified rows of tiles, or with a line each. */
export const itemLayouts = ["grid", "list"] as const;
export type ItemLayout = (typeof itemLayouts)[number];

/** Read by the server, so that a list renders in its layout from the first byte. */
export const itemLayoutCookie = "item-layout";

/** Reads a layout from an address or a cookie; undefined if it says none. */
export function parseItemLayout(value: string | null | undefined): ItemLayout | undefined {
  return itemLayouts.find((layout) => layout === value);
}

/** The layout that this browser showed last. */
export function readRememberedLayout(cookies: {
  get(name: string): { value: string } | undefined;
}): ItemLayout {
  return parseItemLayout(cookies.get(itemLayoutCookie)?.value) ?? "grid";
}
