// Loaded into every child but the worker (node --import): keeps it alive on a full disk, and ends the child in order when the launcher is gone, even by kill -9.

// A log on a full disk loses lines; without a listener, the child would end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// Processes that a child starts inherit its options, but their channel does not lead to the launcher.
const isChildOfLauncher = process.env.REVERIE_LAUNCHER_PID === String(process.ppid);

if (process.channel && isChildOfLauncher) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The listener alone must not keep a child alive.
  process.channel.unref();
}
