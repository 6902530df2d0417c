import { studioCatalogue, type StudioErrorCode } from "./studio-catalogue";

/** An invalid field: its path, and the message key with its values. */
export interface FieldProblem {
  /** Dotted path from the root of the input, for example `width` or `subject_reference.0.image_file`. */
  path: string;
  /** Key in the `validation` message catalogue. */
  key: string;
  values?: Record<string, string | number>;
}

const mark = Symbol.for("reverie.StudioError");

/**
 * The studio's error class: a code of the catalogue, safe to show. Details go to `cause`, which is only logged.
 */
export class StudioError extends Error {
  /**
   * Identified by a mark, because Next bundles routes and server actions separately, each with its own class.
   */
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
