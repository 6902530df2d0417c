/**
 * An input without what gives access to something: the links in it lose their name, password, query and fragment, which
 * sign links to files. Pure.
 */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return withoutSignature(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecrets(each)]));
}

function withoutSignature(text: string): string {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username + url.password + url.search + url.hash === "") return text;
  return `${url.origin}${url.pathname}`;
}
