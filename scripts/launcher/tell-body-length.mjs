// Loaded first in the web process (node --import): Next takes content-length away from the answers of route handlers, as
// what it forwards might have been decoded on the way. Ours are not, and without it a download shows no progress.

import { subscribe } from "node:diagnostics_channel";

// The same name is in lib/http/route.server.ts.
const lengthHeader = "x-reverie-body-length";

subscribe("http.server.response.created", ({ response }) => {
  const { writeHead } = response;
  // Whoever compresses wraps this later, so it runs after they have decided.
  response.writeHead = function (...head) {
    const length = this.getHeader(lengthHeader);
    if (length !== undefined) {
      this.removeHeader(lengthHeader);
      if (!this.hasHeader("content-encoding")) this.setHeader("content-length", length);
    }
    return writeHead.apply(this, head);
  };
});
