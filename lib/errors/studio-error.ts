import { studioCatalogue, type StudioErrorCode } from "./studio-catalogue";

/** A field of the input that is wrong: where it stands, and the message key with its values. */
export interface FieldProblem {
  /** Dotted path from the root of the input, for example `width` or `subject_reference.0.image_file`. */
  path: string;
  /** Key in the `validation` message catalogue. */
  key: string;
  values?: Record<string, string | number>;
}

/**
 * The studio's own error: a code of the one catalogue and nothing a person must not see.
 * What happened inside goes to `cause` (logged), never to the person.
 */
export class StudioError extends Error {
  readonly code: StudioErrorCode;
  readonly httpStatus: number;
  readonly fields: FieldProblem[];
  readonly values: Record<string, string | number>;

  constructor(
    code: StudioErrorCode,
    options: {
      cause?: unknown;
      fields?: FieldProblem[];
      values?: Record<string, string | number>;
    } = {},
  ) {
    super(studioCatalogue[code].title, { cause: options.cause });
    this.name = "StudioError";
    this.code = code;
    this.httpStatus = studioCatalogue[code].httpStatus;
    this.fields = options.fields ?? [];
    this.values = options.values ?? {};
  }
}
