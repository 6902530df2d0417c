/** Request header that proxy.ts sets to the page's own path, which Next doesn't provide. */
export const requestedPathHeader = "x-studio-path";

/** A path within this studio to redirect to; `/` for anything else, so never another site. */
export function toLocalPath(value: unknown): string {
  const base = "http://studio.invalid";
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, base)) return "/";
  const { origin, pathname, search, hash } = new URL(value, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : "/";
}
