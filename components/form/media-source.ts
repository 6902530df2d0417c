/** Media for a generator: an uploaded file, or a public URL that the service fetches. */
export type MediaSource = { assetId: string } | { url: string };

/** Returns the http(s) URL that a pasted or dropped text begins with. */
export function findUrl(text: string): string | undefined {
  const candidate = text.trim().split(/\s/, 1)[0] ?? "";
  if (!/^https?:\/\//i.test(candidate) || !URL.canParse(candidate)) return undefined;
  return candidate;
}

export function sourceKey(source: MediaSource): string {
  return "assetId" in source ? source.assetId : source.url;
}

/** Returns the file name of a URL, or its host without a path. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const name = pathname.split("/").filter(Boolean).at(-1);
  return name ? decodeURIComponentOr(name) : host;
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % is allowed in a URL and shown unchanged.
    return text;
  }
}
