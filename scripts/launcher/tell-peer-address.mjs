// Loaded first in the web process (node --import): notes at each request who the connection is with, before Next sees
// the request. Next itself believes any x-forwarded-for that a caller sends, and shows route handlers no socket.

import { subscribe } from "node:diagnostics_channel";

// The same name is in lib/auth/request-origin.server.ts. Setting it also takes away what a caller put there.
subscribe("http.server.request.start", ({ request }) => {
  request.headers["x-reverie-peer-address"] = request.socket.remoteAddress ?? "";
});
