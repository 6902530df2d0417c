import { parseArgs } from "node:util";
import { checkOut } from "./check-out";
import { type Fault, faults, relayFaults, testCluster } from "./cluster";

const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    faults: { type: "string" },
    before: { type: "string" },
    relay: { type: "string" },
  },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
const relay = values.relay === "nats" ? values.relay : undefined;
const possible: readonly Fault[] = relay ? [...faults, ...relayFaults] : faults;
const names = values.faults?.split(",") ?? possible;
const chosen = possible.filter((fault) => names.includes(fault));
if (
  !Number.isInteger(steps) ||
  steps < 1 ||
  !Number.isInteger(seed) ||
  chosen.length < names.length ||
  relay !== values.relay
) {
  console.error(
    `Usage: npm run cluster-test -- --steps 40 --seed 1 --faults ${possible.join(",")} --before COMMIT --relay nats`,
  );
  process.exit(2);
}
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interruption.abort());
}
const before = values.before === undefined ? undefined : checkOut(values.before);
console.error(`${steps} faults on two machines, seed ${seed}`);
if (before) console.error(`Machine a runs ${before.commit}, in ${before.folder}`);
const report = await testCluster({
  steps,
  seed,
  faults: chosen,
  before: before?.folder,
  relay,
  endTimeoutMs: 600_000,
  keepIn: ".cache/cluster",
  signal: interruption.signal,
  log: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
});
console.log(JSON.stringify({ seed, before: before?.commit, relay, ...report }, null, 2));
process.exitCode = report.problems.length > 0 ? 1 : 0;
