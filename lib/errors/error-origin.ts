/** Where the cause of an error is, for whoever keeps the studio running. */
export type ErrorOrigin = "service" | "network" | "storage" | "studio";

/** By code, or by its first part; the studio for every other. */
const origins: ReadonlyMap<string, ErrorOrigin> = new Map([
  ["service", "service"],
  ["http", "service"],
  ["answer", "service"],
  ["result", "service"],
  ["subtitles", "service"],
  ["task", "service"],
  // What was streamed broke off on its way.
  ["generation.ended-early", "service"],
  ["generation.ended-unusable", "service"],
  ["network", "network"],
  ["timeout", "network"],
  ["storage", "storage"],
]);

export function findErrorOrigin(code: string): ErrorOrigin {
  return origins.get(code) ?? origins.get(code.split(".", 1)[0]!) ?? "studio";
}
