// Loaded first in every child (node --import): the child ends in good order when the launcher is gone, even by kill -9.

// A program hands its own options on to the processes that it starts, and their channel is not ours.
const isChildOfLauncher = process.env.REVERIE_LAUNCHER_PID === String(process.ppid);

if (process.channel && isChildOfLauncher) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening must not keep a child alive that has nothing else to do.
  process.channel.unref();
}
