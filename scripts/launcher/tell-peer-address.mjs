// Loaded into the web process (node --import): tells the studio who sent a request. Adds the peer address of the
// connection, since Next shows route handlers no socket, and removes X-Forwarded-* headers unless STUDIO_TRUST_PROXY is on:
// Next, its check of server actions and next-auth believe those of anyone. Next then fills them in from the connection.

import { subscribe } from "node:diagnostics_channel";

subscribe("http.server.request.start", ({ request: { headers, socket } }) => {
  // lib/auth/request-origin.server.ts and local-visitor.server.ts use these names. Overwrites values that the caller sent.
  headers["x-reverie-peer-address"] = socket.remoteAddress ?? "";
  delete headers["x-reverie-forwarded"];
  if (process.env.STUDIO_TRUST_PROXY === "on") return;
  for (const name of Object.keys(headers)) {
    if (!name.startsWith("x-forwarded-")) continue;
    delete headers[name];
    headers["x-reverie-forwarded"] = "ignored";
  }
});
