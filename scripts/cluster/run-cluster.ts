import { parseArgs } from "node:util";
import { testCluster } from "./cluster";

const { values } = parseArgs({
  options: { steps: { type: "string", default: "40" }, seed: { type: "string", default: "1" } },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
if (!Number.isInteger(steps) || steps < 1 || !Number.isInteger(seed)) {
  console.error("Usage: npm run cluster-test -- --steps 40 --seed 1");
  process.exit(2);
}
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interruption.abort());
}
console.error(`${steps} faults on two machines, seed ${seed}`);
const report = await testCluster({
  steps,
  seed,
  endTimeoutMs: 600_000,
  keepIn: ".cache/cluster",
  signal: interruption.signal,
  log: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
});
console.log(JSON.stringify({ seed, ...report }, null, 2));
process.exitCode = report.problems.length > 0 ? 1 : 0;
