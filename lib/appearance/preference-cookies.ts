const oneYearSeconds = 365 * 24 * 60 * 60;

/** Stores a preference that the server needs to render the next page. Browser only. */
export function writePreferenceCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax${secure}`;
}

/** Reads a preference; undefined without one. Browser only. */
export function readPreferenceCookie(name: string): string | undefined {
  const entry = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return entry === undefined ? undefined : decodeURIComponent(entry.slice(name.length + 1));
}
