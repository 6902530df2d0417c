/** Reads an untrusted value for a field; undefined if the field cannot show it. */
type FieldReader<Value> = (value: unknown) => Value | undefined;

/** A reader for each field of an input. */
export type FieldReaders<Input> = { [Name in keyof Required<Input>]: FieldReader<Input[Name]> };

/**
 * Fills a form from untrusted input, `newInput` if there is none: takes each value of the right type and omits the rest.
 * Rules are not checked, so text stays as typed: the schema loads later and reports what breaks one.
 */
export function readFields<Input extends object>(
  readers: FieldReaders<Input>,
  input: unknown,
  newInput: Partial<Input>,
): { [Name in keyof Required<Input>]: Input[Name] | undefined } {
  const given = (typeof input === "object" && input !== null ? input : newInput) as Record<string, unknown>;
  const read = Object.entries<FieldReader<unknown>>(readers).map(([name, field]) => [
    name,
    field(given[name]),
  ]);
  return Object.fromEntries(read) as { [Name in keyof Required<Input>]: Input[Name] | undefined };
}

export function readOneOf<const Values extends readonly (string | number)[]>(
  values: Values,
): FieldReader<Values[number]> {
  return (value) => values.find((known) => known === value);
}

export function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Reads the readable parts of an object; undefined if there are none. */
export function readObject<Shape extends Record<string, FieldReader<unknown>>>(readers: Shape) {
  return (
    value: unknown,
  ): { [Name in keyof Shape]?: Exclude<ReturnType<Shape[Name]>, undefined> } | undefined => {
    if (typeof value !== "object" || value === null) return undefined;
    const given = value as Record<string, unknown>;
    const parts = Object.entries(readers)
      .map(([name, read]) => [name, read(given[name])] as const)
      .filter(([, part]) => part !== undefined);
    return parts.length > 0
      ? (Object.fromEntries(parts) as { [Name in keyof Shape]?: Exclude<ReturnType<Shape[Name]>, undefined> })
      : undefined;
  };
}

/** Reads the readable items of a list; undefined if there are none. */
export function readList<Item>(read: FieldReader<Item>): FieldReader<Item[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(read).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  };
}
