import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";

/** One file of an archive. */
export interface UnpackedMember {
  /** Relative, with `/`, without `..`; "" for bytes that are no archive. Not unique, and no place to write to. */
  path: string;
  /** Unpacked, as far as the archive tells before it is read. */
  bytes?: number;
  /** The bytes, once, and only until the next member is asked for. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Hands out one member and then reads what its reader left, so that the archive stands at the next one and the faults of
 * bytes that nobody asked for are seen too.
 */
export async function* handOut(
  facts: { path: string; bytes?: number },
  content: AsyncGenerator<Uint8Array>,
): AsyncGenerator<UnpackedMember> {
  let opened = false;
  try {
    yield {
      ...facts,
      open() {
        if (opened) throw new Error(`The member ${JSON.stringify(facts.path)} was read already`);
        opened = true;
        // Without `return`: a reader who leaves early must not end the archive.
        return { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) };
      },
    };
    for await (const chunk of content) void chunk;
  } finally {
    await content.return(undefined);
  }
}

const maxPathLength = 1_000;

/**
 * The name of a member as a relative path with `/`. Throws UnpackError `unsafe-path` for one that leads out of the
 * archive (`..`, an absolute path, a drive), holds control characters or says nothing: an archive with such a name is
 * not what it pretends to be.
 */
export function toMemberPath(name: string): string {
  const segments = name.replaceAll("\\", "/").split("/");
  const path = segments.filter((segment, index) => segment !== "." && !(segment === "" && index > 0));
  const unsafe =
    path.length === 0 ||
    path[0] === "" ||
    path.includes("..") ||
    /^[a-z]:/i.test(path[0] ?? "") ||
    name.length > maxPathLength ||
    /[\p{Cc}\p{Cs}]/u.test(name);
  if (unsafe) throw new UnpackError("unsafe-path", { memberName: name });
  return path.join("/");
}

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

/** Why an archive was not taken, and what that is called where the archive is a result of the service. */
const resultCodes = {
  /** It ends before its end. */
  truncated: "result.incomplete",
  /** A member, or the whole, has no bytes. */
  empty: "result.incomplete",
  /** It contradicts itself: checksums, sizes, structure. */
  damaged: "result.incomplete",
  /** A name that leads out of the archive, or is none. */
  "unsafe-path": "result.type",
  /** A link, a device, a pipe or an encrypted member. */
  "unsafe-member": "result.type",
  "too-many-members": "result.too-large",
  "too-large": "result.too-large",
  /** So much larger unpacked than packed that it can only be meant to do harm. */
  "too-compressed": "result.too-large",
} as const satisfies Record<string, StudioErrorCode>;

export type UnpackFault = keyof typeof resultCodes;

/** An archive that is not taken. As it stands it is the error of a result; whoever unpacks an upload reads `fault`. */
export class UnpackError extends StudioError {
  readonly fault: UnpackFault;
  /** The member at fault, by the name that the archive gives it; never to be used as a path. */
  readonly memberName: string | undefined;

  constructor(fault: UnpackFault, options: { memberName?: string; cause?: unknown } = {}) {
    super(resultCodes[fault], { cause: options.cause ?? new Error(describe(fault, options.memberName)) });
    this.name = "UnpackError";
    this.fault = fault;
    this.memberName = options.memberName;
  }
}

function describe(fault: UnpackFault, memberName: string | undefined): string {
  return `Unpacking: ${fault}${memberName === undefined ? "" : `, member ${JSON.stringify(memberName)}`}`;
}
