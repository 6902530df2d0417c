// Loaded into the process that answers /api/health (node --import): keeps what the launcher says of this machine, for
// lib/status/machine-state.server.ts.

globalThis.reverieMachine = { worker: null, isDraining: false };

// Processes that a child starts inherit its options, but their channel does not lead to the launcher.
if (process.channel && Number(process.env.REVERIE_LAUNCHER_PID) === process.ppid) {
  process.on("message", (message) => {
    if (message?.machine) Object.assign(globalThis.reverieMachine, message.machine);
  });
  // The listener alone must not keep the process alive.
  process.channel.unref();
}
