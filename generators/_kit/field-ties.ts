import { changeSetting } from "./change-setting";

/** Makes the value of one field depend on other fields. */
interface FieldTie<Form, Value> {
  /** The field that decides, which messages name. */
  causedBy: string;
  read(form: Form): Value | undefined;
  /** `undefined` must be allowed by every rule. */
  write(form: Form, value: Value | undefined): Form;
  fits(form: Form, value: Value): boolean;
}

/** The values of a field that count as set. */
type SetValue<Value> = Exclude<Value, false | null | undefined>;

/** Creates the ties of a form: `field` for a whole field, `part` for a part of a settings object. */
export function tiesOf<Form extends object>() {
  return {
    field<Name extends keyof Form>(
      name: Name,
      causedBy: string,
      fits: (form: Form, value: SetValue<Form[Name]>) => boolean,
    ): FieldTie<Form, SetValue<Form[Name]>> {
      return {
        causedBy,
        read: (form) => asSet(form[name]),
        write: (form, value) => ({ ...form, [name]: value }),
        fits,
      };
    },
    part<Name extends keyof Form, Part extends keyof NonNullable<Form[Name]>>(
      name: Name,
      part: Part,
      causedBy: string,
      fits: (form: Form, value: SetValue<NonNullable<Form[Name]>[Part]>) => boolean,
    ): FieldTie<Form, SetValue<NonNullable<Form[Name]>[Part]>> {
      return {
        causedBy,
        read: (form) => asSet(form[name]?.[part]),
        write: (form, value) => ({
          ...form,
          [name]: changeSetting<object>(form[name] ?? {}, { [part]: value }),
        }),
        fits,
      };
    },
  };
}

function asSet<Value>(value: Value): SetValue<Value> | undefined {
  return value === false || value === null ? undefined : (value as SetValue<Value>);
}

/** Ties of any form, by field. */
export type Ties = Record<
  string,
  {
    causedBy: string;
    read(form: never): unknown;
    write(form: never, value: never): unknown;
    fits(form: never, value: never): boolean;
  }
>;

/** Values that do not fit the current choices; each returns when it fits again. */
export type ParkedValues<Of extends Ties> = {
  [Field in keyof Of]?: NonNullable<ReturnType<Of[Field]["read"]>>;
};

/**
 * Settles fields that exclude each other after a change, in the order of the ties: parks values that no longer fit, and
 * restores parked ones that fit again unless the field has a new value.
 */
export function settleTies<Form, Of extends Ties>(
  ties: Of,
  form: Form,
  parked: ParkedValues<Of> = {},
): { form: Form; parked: ParkedValues<Of> } {
  let settled = form;
  const still: Record<string, unknown> = {};
  for (const [field, tied] of entriesOf<Form>(ties)) {
    const chosen = tied.read(settled);
    const wished = chosen ?? (parked as Record<string, unknown>)[field];
    if (wished === undefined) continue;
    const fits = tied.fits(settled, wished);
    if (!fits) still[field] = wished;
    if (fits !== (chosen !== undefined)) settled = tied.write(settled, fits ? wished : undefined);
  }
  return { form: settled, parked: still as ParkedValues<Of> };
}

/** Fields parked because of one field that have no new value. */
export function listParked<Form, Of extends Ties>(
  ties: Of,
  form: Form,
  { parked, causedBy }: { parked: ParkedValues<Of>; causedBy: string },
): (keyof Of & string)[] {
  return entriesOf<Form>(ties)
    .filter(([field, tied]) => field in parked && tied.causedBy === causedBy && tied.read(form) === undefined)
    .map(([field]) => field);
}

/** The cast is needed because only the definition of the ties knows the type of each value. */
function entriesOf<Form>(ties: Ties): [string, FieldTie<Form, unknown>][] {
  return Object.entries(ties) as unknown as [string, FieldTie<Form, unknown>][];
}
