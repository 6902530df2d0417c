import { studioCatalogue, type StudioErrorCode } from "./studio-catalogue";

/** A field of the input that is wrong: where it stands, and the message key with its values. */
export interface FieldProblem {
  /** Dotted path from the root of the input, for example `width` or `subject_reference.0.image_file`. */
  path: string;
  /** Key in the `validation` message catalogue. */
  key: string;
  values?: Record<string, string | number>;
}

const mark = Symbol.for("reverie.StudioError");

/**
 * The studio's own error: a code of the one catalogue and nothing a person must not see.
 * What happened inside goes to `cause` (logged), never to the person.
 */
export class StudioError extends Error {
  /** By its mark: Next bundles routes and server actions apart, each with a class of its own, and they share services. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== StudioError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && mark in value;
  }

  readonly [mark] = true;
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
