import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";

/** One file of an archive. */
export interface UnpackedMember {
  /**
   * Relative, with `/`, without `..`; "" for bytes that are no archive. Not unique, and not a path to write to.
   */
  path: string;
  /** Unpacked size, where the archive states it in advance. */
  bytes?: number;
  /** Reads the bytes, once, before the next member. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Yields one member and then reads what its consumer left, which moves the archive to the next member and
 * detects damage in unread bytes too.
 */
export async function* yieldMember(
  facts: { path: string; bytes?: number },
  content: AsyncGenerator<Uint8Array>,
): AsyncGenerator<UnpackedMember> {
  let opened = false;
  try {
    yield {
      ...facts,
      open() {
        if (opened) throw new Error(`The member ${JSON.stringify(facts.path)} was already read`);
        opened = true;
        // Without `return`: a consumer that stops early must not end the archive.
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
 * A member's name as a relative path with `/`; null where it leads out of the archive (`..`, an absolute path, a drive),
 * has control characters or is empty.
 */
export function toSafePath(name: string): string | null {
  const segments = name.replaceAll("\\", "/").split("/");
  const path = segments.filter((segment, index) => segment !== "." && !(segment === "" && index > 0));
  const unsafe =
    path.length === 0 ||
    path[0] === "" ||
    path.includes("..") ||
    /^[a-z]:/i.test(path[0] ?? "") ||
    name.length > maxPathLength ||
    /[\p{Cc}\p{Cs}]/u.test(name);
  return unsafe ? null : path.join("/");
}

/** Throws UnpackError `unsafe-path` for a name that `toSafePath` rejects. */
export function toMemberPath(name: string): string {
  const path = toSafePath(name);
  if (path === null) throw new UnpackError("unsafe-path", { memberName: name });
  return path;
}

export interface UnpackLimits {
  /** Files in the archive, without folders. */
  maxMembers: number;
  /** Unpacked size of all members together. */
  maxBytes: number;
  /** Unpacked bytes per packed byte; checked from 16 MiB on, because silence compresses extremely well. */
  maxRatio: number;
}

/**
 * Above anything that a narration returns, since its result is paid for: 500 files of three texts with three
 * results each, and a million characters, a day of speech, as uncompressed stereo.
 */
export const defaultUnpackLimits: UnpackLimits = {
  maxMembers: 5_000,
  maxBytes: 32 * 1024 * 1024 * 1024,
  maxRatio: 100,
};

const ratioFreeBytes = 16 * 1024 * 1024;

/** Counts what is actually unpacked and stops at the limits, whatever the archive's headers say. */
export class UnpackBudget {
  readonly #limits: UnpackLimits;
  #members = 0;
  #bytes = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  addMember(memberName: string): void {
    this.#members += 1;
    if (this.#members > this.#limits.maxMembers) throw new UnpackError("too-many-members", { memberName });
  }

  addBytes(bytes: number, memberName?: string): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.maxBytes) throw new UnpackError("too-large", { memberName });
  }

  checkRatio(unpackedBytes: number, packedBytes: number, memberName?: string): void {
    if (unpackedBytes > ratioFreeBytes && unpackedBytes > packedBytes * this.#limits.maxRatio) {
      throw new UnpackError("too-compressed", { memberName });
    }
  }
}

/** Why an archive was rejected, and the error code where it is a result of the service. */
const resultCodes = {
  /** It ends early. */
  truncated: "result.incomplete",
  /** It, or a member, has no bytes. */
  empty: "result.incomplete",
  /** Checksums, sizes or structure are wrong. */
  damaged: "result.incomplete",
  /** A member's name leads out of the archive or is invalid. */
  "unsafe-path": "result.type",
  /** A link, a device, a pipe or an encrypted member. */
  "unsafe-member": "result.type",
  "too-many-members": "result.too-large",
  "too-large": "result.too-large",
  /** Its compression ratio is that of an archive bomb. */
  "too-compressed": "result.too-large",
} as const satisfies Record<string, StudioErrorCode>;

type UnpackFault = keyof typeof resultCodes;

/** A rejected archive. Its error code is that of a result; code that unpacks an upload reads `fault`. */
export class UnpackError extends StudioError {
  readonly fault: UnpackFault;
  /** The member at fault, by its name in the archive; never to be used as a path. */
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
