// Loaded into the web process (node --import): browsers that reached the studio over https never use http for it again.
// Here, because it concerns every response, files and errors too. They ignore the header over http.

import { subscribe } from "node:diagnostics_channel";

const oneYear = "max-age=31536000";

/** @param {import("node:http").IncomingMessage} request */
function isBehindTls({ headers }) {
  const { STUDIO_TRUST_PROXY, STUDIO_PUBLIC_URL = "" } = process.env;
  const forwarded = STUDIO_TRUST_PROXY === "on" ? headers["x-forwarded-proto"] : undefined;
  return forwarded === undefined
    ? STUDIO_PUBLIC_URL.startsWith("https:")
    : String(forwarded).split(",")[0].trim() === "https";
}

subscribe("http.server.request.start", ({ request, response }) => {
  if (isBehindTls(request)) response.setHeader("strict-transport-security", oneYear);
});
