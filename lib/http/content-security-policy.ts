/**
 * A page's Content-Security-Policy. Scripts run only with this response's nonce, or when loaded by such a
 * script (`strict-dynamic`). Inline styles are allowed, because React and the toast library write them; a style
 * can't run code or send data anywhere, since everything is same-origin.
 */
export function contentSecurityPolicy({
  nonce,
  media,
  development,
}: {
  nonce: string;
  /** The address of a store from which browsers load pictures, sounds and videos. */
  media?: string | undefined;
  /** React's development build evaluates code for its error stacks, and the dev server uses a web socket. */
  development: boolean;
}): string {
  const store = media === undefined ? [] : [new URL(media).origin];
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "blob:", "data:", ...store],
    "media-src": ["'self'", "blob:", ...store],
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

/** The nonce of a policy, for a script written into the page; undefined without one. */
export function readNonce(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
