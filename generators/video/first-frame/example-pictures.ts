import type { ExampleFile } from "@/components/form/source/use-example-file";

const host = "https://example.com/reverie/";

/**
 * Placeholders in examples for pictures in public/pictures. The URLs are reserved (RFC 2606): the form imports the
 * picture into the library instead, so that an example works with every service.
 */
export const examplePictureUrls = {
  headland: `${host}headland.jpg`,
  street: `${host}street.jpg`,
  dunes: `${host}dunes.jpg`,
} as const;

/** The file that a placeholder stands for; null for any other URL. */
export function findExamplePicture(url: string): ExampleFile | null {
  if (!Object.values<string>(examplePictureUrls).includes(url)) return null;
  return { kind: "image", path: `/pictures/${url.slice(host.length)}`, mimeType: "image/jpeg" };
}
