/** The page that compares two generations; without the second one, it is chosen there. */
export function compareAddress(a: string, b?: string): string {
  return `/library/compare?${new URLSearchParams(b === undefined ? { a } : { a, b }).toString()}`;
}

/** How many items are compared at once. */
export const minCompared = 2;
export const maxCompared = 4;

/** The page that compares two to four items. */
export function compareItemsAddress(ids: readonly string[]): string {
  return `/library/compare?items=${ids.join(",")}`;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The items that an address names, each once, and how many names are none. */
export function readComparedItems(text: string): { ids: string[]; wrong: number } {
  const named = [...new Set(text.split(",").filter(Boolean))].slice(0, maxCompared);
  const ids = named.filter((id) => uuid.test(id));
  return { ids, wrong: named.length - ids.length };
}
