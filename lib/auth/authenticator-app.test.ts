import { expect, it } from "vitest";
import { describeAppKey, findCodeStep } from "./authenticator-app.server";

/** "12345678901234567890", the secret of the examples in RFC 6238, appendix B. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("reads the code of RFC 6238 at %i s", (seconds, code) => {
  const step = Math.floor(seconds / 30);
  for (const drift of [-30, 0, 30]) expect(findCodeStep(secret, code, (seconds + drift) * 1000)).toBe(step);
  for (const drift of [-60, 60]) expect(findCodeStep(secret, code, (seconds + drift) * 1000)).toBeNull();
});

it("describes a key for apps, with the address as a QR code with a quiet zone", () => {
  const key = describeAppKey(secret, "mina+1@studio.test");
  expect(key.text).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
  const address = new URL(key.address);
  expect(decodeURIComponent(address.pathname)).toContain("Reverie:mina+1@studio.test");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    issuer: "Reverie",
    secret,
    digits: "6",
    period: "30",
  });
  const { size, path } = key.picture;
  // A version of the standard: 21 modules and 4 more for each, and 4 light ones on each side.
  expect((size - 8 - 21) % 4).toBe(0);
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(Math.min(...modules.flat())).toBe(4);
  expect(Math.max(...modules.flat())).toBe(size - 5);
});
