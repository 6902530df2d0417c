import { parseArgs } from "node:util";
import { tortureStudio } from "./torture";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error("Usage: npm run torture -- --kills 200 --seed 1");
  process.exit(2);
}
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interruption.abort());
}
console.error(`${kills} kills, seed ${seed}`);
const report = await tortureStudio({
  kills,
  seed,
  endTimeoutMs: 600_000,
  keepIn: ".cache/torture",
  signal: interruption.signal,
  log: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
});
console.log(JSON.stringify({ seed, ...report }, null, 2));
process.exitCode = report.problems.length > 0 ? 1 : 0;
