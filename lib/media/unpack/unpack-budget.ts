import { UnpackError } from "./unpack-error";

export interface UnpackLimits {
  /** Files in the archive; folders do not count. */
  maxMembers: number;
  /** Of all members together, unpacked. */
  maxBytes: number;
  /** Unpacked bytes for each packed one; looked at from 16 MiB on, since silence packs very small. */
  maxRatio: number;
}

/**
 * Above whatever one narration can give, since its result is paid for: 500 files of three texts with three results each,
 * and a million characters, spoken for a day, as stereo without compression.
 */
export const defaultUnpackLimits: UnpackLimits = {
  maxMembers: 5_000,
  maxBytes: 32 * 1024 * 1024 * 1024,
  maxRatio: 100,
};

const ratioFreeBytes = 16 * 1024 * 1024;

/** Counts what an archive brings, and stops it at its limits: at the byte, not by what the archive says of itself. */
export class UnpackBudget {
  readonly #limits: UnpackLimits;
  #members = 0;
  #bytes = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  takeMember(memberName: string): void {
    this.#members += 1;
    if (this.#members > this.#limits.maxMembers) throw new UnpackError("too-many-members", { memberName });
  }

  takeBytes(bytes: number, memberName?: string): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.maxBytes) throw new UnpackError("too-large", { memberName });
  }

  checkRatio(unpackedBytes: number, packedBytes: number, memberName?: string): void {
    if (unpackedBytes > ratioFreeBytes && unpackedBytes > packedBytes * this.#limits.maxRatio) {
      throw new UnpackError("too-compressed", { memberName });
    }
  }
}
