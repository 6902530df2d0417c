import type { ExampleFile } from "@/components/form/source/use-example-file";

/**
 * A placeholder in examples for the short song in public/sounds. The URL is reserved (RFC 2606): the form imports the
 * song into the library instead, so that an example works with every service.
 */
export const exampleSoundUrl = "https://example.com/reverie/harbour-waltz.mp3";

const exampleSound: ExampleFile = {
  kind: "audio",
  path: "/sounds/harbour-waltz.mp3",
  mimeType: "audio/mpeg",
};

/** The file that a placeholder stands for; null for any other URL. */
export function findExampleSound(url: string): ExampleFile | null {
  return url === exampleSoundUrl ? exampleSound : null;
}
