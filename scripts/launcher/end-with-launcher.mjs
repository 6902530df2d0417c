// Loaded first in every child (node --import): the child ends in good order when the launcher is gone, even by kill -9.
if (process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening must not keep a child alive that has nothing else to do.
  process.channel.unref();
}
