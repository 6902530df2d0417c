// Loaded into every child but the worker (node --import): keeps it alive on a full disk, and ends the child in order when the launcher is gone, even by kill -9.

// A log on a full disk loses lines; without a listener, the child would end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const launcherPid = Number(process.env.REVERIE_LAUNCHER_PID);
// Processes that a child starts inherit its options, but their channel does not lead to the launcher.
const isChildOfLauncher = launcherPid === process.ppid;

if (process.channel && isChildOfLauncher) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The listener alone must not keep a child alive.
  process.channel.unref();
}

// The launcher was killed before this child could listen.
if (process.connected === false || !isAlive(launcherPid)) process.kill(process.pid, "SIGTERM");

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
