// Loaded into the web process (node --import): browsers that reached the studio over https never use http for it again.
// Here, because it concerns every response, files and errors too. They ignore the header over http.

import { subscribe } from "node:diagnostics_channel";

/** Lets browsers use nothing but https for a year. */
export const strictTransport = { "strict-transport-security": "max-age=31536000" };

/**
 * Whether the visitor uses https, as STUDIO_PUBLIC_URL or a trusted proxy says.
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
export function isBehindTls(headers) {
  const { STUDIO_TRUST_PROXY, STUDIO_PUBLIC_URL = "" } = process.env;
  const forwarded = STUDIO_TRUST_PROXY === "on" ? headers["x-forwarded-proto"] : undefined;
  return forwarded === undefined
    ? STUDIO_PUBLIC_URL.startsWith("https:")
    : String(forwarded).split(",")[0].trim() === "https";
}

subscribe("http.server.request.start", ({ request, response }) => {
  if (!isBehindTls(request.headers)) return;
  for (const [name, value] of Object.entries(strictTransport)) response.setHeader(name, value);
});
