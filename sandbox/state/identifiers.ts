import { randomBytes } from "node:crypto";

/**
 * A new int64 identifier for a file or a task. Always above 2^53, where a double loses digits, because the service's
 * ids may be (unshown.md, Files: ids).
 */
export function makeInt64Id(): bigint {
  const offset = randomBytes(8).readBigUInt64BE() >> 2n;
  return 2n ** 62n + offset;
}

export function makeTextId(): string {
  return randomBytes(16).toString("hex");
}
