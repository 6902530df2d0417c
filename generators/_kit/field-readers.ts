/** Reads an untrusted value for a field; undefined if the field cannot show it. */
export type FieldReader<Value> = (value: unknown) => Value | undefined;

/*
 * Drafts are read by the kind of each field only. Whether a value keeps the rules is for the schema to say, which comes
 * with the first validation: a page must not wait for it to show a form.
 */

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
