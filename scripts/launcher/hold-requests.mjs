// Loaded into the web process (node --import): holds requests until the launcher says that the database is ready. Next
// loads the pages meanwhile.
import { Server } from "node:http";

/** Requests that wait; null where they are served as they arrive, as without a launcher. */
let held = process.channel ? [] : null;

process.on("message", function serve(message) {
  if (message !== "serve") return;
  process.off("message", serve);
  const resumes = held ?? [];
  held = null;
  for (const resume of resumes) resume();
});

const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...values) {
  if (held === null || event !== "request") return emit.call(this, event, ...values);
  held.push(() => emit.call(this, event, ...values));
  return true;
};
