import type { FieldBinding } from "@/components/form/form-field";

/** Changes settings and drops undefined ones; undefined if none is left, so that untouched settings are not sent. */
export function changeSetting<Setting extends object>(
  setting: Setting | undefined,
  change: Partial<Setting>,
): Setting | undefined {
  const entries = Object.entries({ ...setting, ...change }).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as Setting) : undefined;
}

/** Connects a field component to a part of an object: `<RangeField {...bindPart(field, "pitch")} />`. */
export function bindPart<Setting extends object, Part extends keyof Setting & string>(
  { name, value, onValueChange, onBlur, errors, disabled }: FieldBinding<Setting | undefined>,
  part: Part,
): FieldBinding<Setting[Part] | undefined> {
  return {
    name: name && `${name}.${part}`,
    value: value?.[part],
    onValueChange: (chosen) => onValueChange(changeSetting(value, { [part]: chosen } as Partial<Setting>)),
    onBlur,
    error: errors?.[part],
    disabled,
  };
}

/**
 * The fields of a form that are set. `unset` lists further values that count as not set; `supported` maps fields to
 * whether the connected service has them.
 */
export function omitUnset(
  form: object,
  {
    unset = [],
    supported = {},
  }: { unset?: readonly unknown[]; supported?: Partial<Record<string, boolean>> } = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).filter(
      ([name, value]) => value !== undefined && !unset.includes(value) && supported[name] !== false,
    ),
  );
}
