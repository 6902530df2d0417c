import type { ExampleFile } from "@/components/form/source/use-example-file";

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

/** The picture of the studio that such an address stands in for; null for every other address. */
export function findExamplePicture(url: string): ExampleFile | null {
  if (!Object.values<string>(examplePictureUrls).includes(url)) return null;
  return { kind: "image", path: `/pictures/${url.slice(host.length)}`, mimeType: "image/jpeg" };
}
