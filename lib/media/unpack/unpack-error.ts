import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";

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
