import { invalidParameter } from "../http/refusal.ts";

export interface Bounds {
  min?: number;
  max?: number;
}

/** Length of a text in Unicode code points, the "chars" of service.md. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/**
 * Typed reading of one JSON object. Each reader returns `undefined` for an absent field and throws a 2013 refusal that
 * names the field for a wrong type or value. Names that were never read are listed by `unreadNames` and refused by
 * `refuseUnread`: so that a misspelt field never passes for one that works.
 */
export class Fields {
  private readonly values: Readonly<Record<string, unknown>>;
  private readonly path: string;
  private readonly readNames = new Set<string>();
  private readonly parts: Fields[] = [];

  constructor(value: unknown, path = "") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw invalidParameter(path === "" ? "body" : path, "must be a JSON object");
    }
    this.values = value as Record<string, unknown>;
    this.path = path;
  }

  unreadNames(): string[] {
    return Object.keys(this.values).filter((name) => !this.readNames.has(name));
  }

  /** Throws a 2013 refusal for a name that was never read, here or in a nested object. */
  refuseUnread(rule = "is no field of this request"): void {
    const [name] = this.unreadNames();
    if (name !== undefined) this.fail(name, rule);
    for (const part of this.parts) part.refuseUnread(rule);
  }

  nullable<Value>(name: string, read: () => Value | undefined): Value | null | undefined {
    return this.raw(name) === null ? null : read();
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  raw(name: string): unknown {
    this.readNames.add(name);
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }

  fail(name: string, rule: string): never {
    throw invalidParameter(this.nameOf(name), rule);
  }

  nameOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  required<Value>(name: string, value: Value | undefined): Value {
    if (value === undefined) this.fail(name, "is required");
    return value;
  }

  string(name: string, { min = 0, max = Number.POSITIVE_INFINITY }: Bounds = {}): string | undefined {
    return this.read(name, (value) => {
      if (typeof value !== "string") this.fail(name, "must be a string");
      if (!isWholeText(value)) this.fail(name, "must be Unicode text without U+0000");
      // Texts without an upper bound can be 67 MB of Base64; their lower bound is at most 1.
      const length = max === Number.POSITIVE_INFINITY ? value.length : countCodePoints(value);
      const range = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
      if (length < min || length > max) this.fail(name, `must be ${range} chars, got ${length}`);
      return value;
    });
  }

  boolean(name: string): boolean | undefined {
    return this.read(name, (value) =>
      typeof value === "boolean" ? value : this.fail(name, "must be a boolean"),
    );
  }

  oneOf<Value extends string | number>(name: string, allowed: readonly Value[]): Value | undefined {
    return this.read(name, (value) => {
      const match = allowed.find((candidate) => candidate === value);
      return match ?? this.fail(name, `must be one of ${allowed.join(", ")}`);
    });
  }

  number(
    name: string,
    { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds = {},
  ): number | undefined {
    return this.read(name, (value) => {
      if (typeof value !== "number" || !Number.isFinite(value)) this.fail(name, "must be a number");
      return value >= min && value <= max ? value : this.fail(name, `must be from ${min} to ${max}`);
    });
  }

  integer(name: string, bounds: Bounds = {}): number | undefined {
    this.read(name, (value) => Number.isSafeInteger(value) || this.fail(name, "must be an integer"));
    return this.number(name, bounds);
  }

  int64(name: string): bigint | undefined {
    return this.read(name, (value) => {
      if (typeof value !== "bigint" && !Number.isSafeInteger(value)) this.fail(name, "must be an integer");
      const wide = BigInt(value as number | bigint);
      return BigInt.asIntN(64, wide) === wide ? wide : this.fail(name, "must fit in 64 bits");
    });
  }

  object(name: string): Fields | undefined {
    return this.read(name, (value) => this.open(value, this.nameOf(name)));
  }

  objects(name: string): Fields[] | undefined {
    return this.read(name, (value) => {
      if (!Array.isArray(value)) this.fail(name, "must be an array of objects");
      return value.map((member: unknown, index) => this.open(member, `${this.nameOf(name)}[${index}]`));
    });
  }

  strings(name: string): string[] | undefined {
    return this.read(name, (value) => {
      const isList = Array.isArray(value) && value.every((member) => typeof member === "string");
      if (!isList) this.fail(name, "must be an array of strings");
      return value.every(isWholeText) ? value : this.fail(name, "must be Unicode text without U+0000");
    });
  }

  url(name: string): string | undefined {
    const value = this.string(name, { min: 1 });
    if (value !== undefined && !isHttpUrl(value)) this.fail(name, "must be an http or https URL");
    return value;
  }

  private read<Value>(name: string, check: (value: unknown) => Value): Value | undefined {
    const value = this.raw(name);
    return value === undefined ? undefined : check(value);
  }

  private open(value: unknown, path: string): Fields {
    const part = new Fields(value, path);
    this.parts.push(part);
    return part;
  }
}

function isWholeText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
