// Loaded into the web process (node --import): adds the peer address of the connection to each request. Next trusts any
// x-forwarded-for that a caller sends, and shows route handlers no socket.

import { subscribe } from "node:diagnostics_channel";

// lib/auth/request-origin.server.ts uses the same name. This also overwrites a value that the caller sent.
subscribe("http.server.request.start", ({ request }) => {
  request.headers["x-reverie-peer-address"] = request.socket.remoteAddress ?? "";
});
