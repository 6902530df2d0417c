/** Media given to a generator: a file of the person's own, or a public address that the service fetches itself. */
export type MediaSource = { assetId: string } | { url: string };

/** An http(s) address out of a text that was pasted or dropped, or undefined. */
export function findUrl(text: string): string | undefined {
  const candidate = text.trim().split(/\s/, 1)[0] ?? "";
  if (!/^https?:\/\//i.test(candidate) || !URL.canParse(candidate)) return undefined;
  return candidate;
}

export function sourceKey(source: MediaSource): string {
  return "assetId" in source ? source.assetId : source.url;
}

/** The last part of an address, as people name a file: its host where it has no path. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const name = pathname.split("/").filter(Boolean).at(-1);
  return name ? decodeURIComponentOr(name) : host;
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % in an address is allowed; it is shown as it stands.
    return text;
  }
}
