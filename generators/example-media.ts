import type { ExampleMedia } from "@/components/create/example-list";
import media from "./example-media.json";

const known = media as Record<string, ExampleMedia>;

/** The recorded result of an example, or null if there is none. `npm run examples` records them. */
export function findExampleMedia(generator: string, key: string): ExampleMedia | null {
  return known[`${generator}/${key}`] ?? null;
}
