const host = "https://example.com/reverie/";

/**
 * Stand in examples for pictures that come with the studio. The addresses themselves lead nowhere (RFC 2606): a form that
 * is filled with one brings its picture into the library and films that, so an example works with every service.
 */
export const examplePictureUrls = {
  headland: `${host}headland.jpg`,
  street: `${host}street.jpg`,
  dunes: `${host}dunes.jpg`,
} as const;

/** Where the studio has the picture of such an address, below its own; null for every other address. */
export function findExamplePicturePath(url: string): string | null {
  const known = Object.values<string>(examplePictureUrls).includes(url);
  return known ? `/pictures/${url.slice(host.length)}` : null;
}
