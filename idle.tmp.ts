import pg from "pg";
import { findRunningDatabase } from "./scripts/find-running-database";
const url = (await findRunningDatabase("/tmp/ml-data"))!;
const client = new pg.Client({ connectionString: url });
await client.connect();
const rows: string[] = [];
let last = 0;
for (let i = 0; i < 190; i += 1) {
  const { rows: [r] } = await client.query(`SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()`);
  const n = Number(r.n);
  if (last) rows.push(String(n - last));
  last = n;
  await new Promise((d) => setTimeout(d, 1000));
}
console.log(rows.join(" "));
await client.end();
