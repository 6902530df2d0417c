/** Request header in which proxy.ts tells pages their own address, which Next does not. */
export const requestedPathHeader = "x-studio-path";

/** A path of this studio to go on to, or `/` for whatever is none: never an address elsewhere. */
export function toLocalPath(value: unknown): string {
  const base = "http://studio.invalid";
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, base)) return "/";
  const { origin, pathname, search, hash } = new URL(value, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : "/";
}
