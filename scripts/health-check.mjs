// node scripts/health-check.mjs: ends with 0 if the studio of this machine does its part, otherwise says what its health is and ends
// with 1. For containers and supervisors; a balancer asks /api/health itself.
const port = process.env.PORT || "3000";
const given = process.env.HOST || "127.0.0.1";
// An address that stands for all of the machine's.
const host = given === "0.0.0.0" ? "127.0.0.1" : given === "::" ? "::1" : given;
const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}/api/health`;
const withinMs = 5_000;

try {
  const response = await fetch(address, { signal: AbortSignal.timeout(withinMs) });
  console.log(response.status, await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(`${address}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
