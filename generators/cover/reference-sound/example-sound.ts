import type { ExampleFile } from "@/components/form/source/use-example-file";

/**
 * Stands in examples for the short song that comes with the studio. The address itself leads nowhere (RFC 2606): a form
 * that is filled with it brings the song into the library and covers that, so an example works with every service.
 */
export const exampleSoundUrl = "https://example.com/reverie/harbour-waltz.mp3";

const exampleSound: ExampleFile = {
  kind: "audio",
  path: "/sounds/harbour-waltz.mp3",
  mimeType: "audio/mpeg",
};

/** The sound of the studio that such an address stands in for; null for every other address. */
export function findExampleSound(url: string): ExampleFile | null {
  return url === exampleSoundUrl ? exampleSound : null;
}
