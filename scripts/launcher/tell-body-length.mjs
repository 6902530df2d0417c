// Loaded into the web process (node --import): restores the content-length of route handlers' responses, without which a
// download shows no progress. Next removes it, since a body it forwards may have been decoded.

import { subscribe } from "node:diagnostics_channel";

// lib/http/route.server.ts uses the same name.
const lengthHeader = "x-reverie-body-length";

subscribe("http.server.response.created", ({ response }) => {
  const { writeHead } = response;
  // Compression wraps this later, so it has decided by then.
  response.writeHead = function (...head) {
    const length = this.getHeader(lengthHeader);
    if (length !== undefined) {
      this.removeHeader(lengthHeader);
      if (!this.hasHeader("content-encoding")) this.setHeader("content-length", length);
    }
    return writeHead.apply(this, head);
  };
});
