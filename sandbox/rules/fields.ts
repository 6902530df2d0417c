import { invalidParameter } from "../http/refusal.ts";

/** Inclusive bounds. */
interface Bounds {
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
 * Typed reading of one JSON object. Each reader answers `undefined` for an absent field and throws a 2013 refusal that
 * names the field for a wrong type or value. Names nobody asked for are listed by `unreadNames` and refused by
 * `refuseUnread`: a misspelt field must not pass for one that works.
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

  /** Throws a 2013 refusal for a name that nobody asked for, here or in an object within. */
  refuseUnread(): void {
    const [name] = this.unreadNames();
    if (name !== undefined) this.fail(name, "is no field of this request");
    for (const part of this.parts) part.refuseUnread();
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  /** The value as it came; marks the name as known. */
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

  /** A string whose length in code points lies within the bounds. */
  string(name: string, bounds: Bounds = {}): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") this.fail(name, "must be a string");
    if (!isWholeText(value)) this.fail(name, "must be Unicode text without U+0000");
    const length = countCodePoints(value);
    const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
    if (length < min || length > max) {
      const range = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
      this.fail(name, `must be ${range} chars, got ${length}`);
    }
    return value;
  }

  boolean(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "boolean") this.fail(name, "must be a boolean");
    return value;
  }

  /** One of the listed strings or numbers, of exactly that type. */
  oneOf<Value extends string | number>(name: string, allowed: readonly Value[]): Value | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const match = allowed.find((candidate) => candidate === value);
    if (match === undefined) this.fail(name, `must be one of ${allowed.join(", ")}`);
    return match;
  }

  number(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || !Number.isFinite(value)) this.fail(name, "must be a number");
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds;
    if (value < min || value > max) this.fail(name, `must be from ${min} to ${max}`);
    return value;
  }

  integer(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value)) this.fail(name, "must be an integer");
    return this.number(name, bounds);
  }

  /** An integer of up to 64 bits, signed. */
  int64(name: string): bigint | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "bigint" && !Number.isSafeInteger(value)) this.fail(name, "must be an integer");
    const wide = BigInt(value as number | bigint);
    if (BigInt.asIntN(64, wide) !== wide) this.fail(name, "must fit in 64 bits");
    return wide;
  }

  object(name: string): Fields | undefined {
    const value = this.raw(name);
    return value === undefined ? undefined : this.open(value, this.nameOf(name));
  }

  objects(name: string): Fields[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) this.fail(name, "must be an array of objects");
    return value.map((member: unknown, index) => this.open(member, `${this.nameOf(name)}[${index}]`));
  }

  private open(value: unknown, path: string): Fields {
    const part = new Fields(value, path);
    this.parts.push(part);
    return part;
  }

  strings(name: string): string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every((member) => typeof member === "string")) {
      this.fail(name, "must be an array of strings");
    }
    const texts = value as string[];
    if (!texts.every(isWholeText)) this.fail(name, "must be Unicode text without U+0000");
    return texts;
  }

  /** An absolute http or https URL. */
  url(name: string): string | undefined {
    const value = this.string(name, { min: 1 });
    if (value === undefined) return undefined;
    if (!isHttpUrl(value)) this.fail(name, "must be an http or https URL");
    return value;
  }
}

function isWholeText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
