// Runs npm start's program, and again whenever it ends, as a service does. SIGTERM stops both.
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const pauseMs = 200;
let child;
let isStopping = false;
process.on("SIGTERM", () => {
  isStopping = true;
  child?.kill("SIGTERM");
});
while (!isStopping) {
  child = spawn(process.execPath, ["scripts/start.mjs"], { stdio: "inherit" });
  await new Promise((resolve) => child.once("exit", resolve));
  child = undefined;
  await delay(pauseMs);
}
