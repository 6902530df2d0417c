import type { ExampleMedia } from "@/components/create/example-list";
import media from "./example-media.json";

const known = media as Record<string, ExampleMedia>;

/** What an example leads to; `npm run examples` makes it anew after an example was changed. Null for an example that nothing was made of yet. */
export function findExampleMedia(generator: string, key: string): ExampleMedia | null {
  return known[`${generator}/${key}`] ?? null;
}
