/**
 * The Content-Security-Policy of a page. Scripts run only with the nonce of this response, or when such a script
 * loads them (`strict-dynamic`). Styles may be inline: React writes style attributes into the first HTML and the toast
 * library adds a style element, and a style can neither run code nor leave the page, since everything is same-origin.
 */
export function contentSecurityPolicy({
  nonce,
  development,
}: {
  nonce: string;
  /** React's development build evaluates code for its error stacks, and the dev server talks over a web socket. */
  development: boolean;
}): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "blob:", "data:"],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** The nonce of a policy, for a script that is written into the page; undefined where it has none. */
export function readNonce(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
