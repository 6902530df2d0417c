/** What ties one field to others: which value it has, when it may have it, and what stands there while it may not. */
export interface FieldTie<Form, Value, Cause extends string = string> {
  /** The field that decides, for the sentence that tells what was put aside. */
  causedBy: Cause;
  read(form: Form): Value | undefined;
  /** `undefined` is the value that every rule allows. */
  write(form: Form, value: Value | undefined): Form;
  fits(form: Form, value: Value): boolean;
}

/** Ties of whatever form, by the names of their fields. */
type Ties = Record<
  string,
  {
    causedBy: string;
    read(form: never): unknown;
    write(form: never, value: never): unknown;
    fits(form: never, value: never): boolean;
  }
>;

/** What does not fit what is chosen now; it comes back with a choice that it fits. */
export type ParkedValues<Of extends Ties> = {
  [Field in keyof Of]?: NonNullable<ReturnType<Of[Field]["read"]>>;
};

/**
 * Settles fields that exclude each other after one of them has changed, in the order of the ties: what no longer fits is
 * put aside, and what was put aside and fits again comes back, unless the person has chosen otherwise meanwhile.
 */
export function settleTies<Form, Of extends Ties>(
  ties: Of,
  form: Form,
  parked: ParkedValues<Of>,
): { form: Form; parked: ParkedValues<Of> } {
  let settled = form;
  const still: Record<string, unknown> = {};
  for (const [field, tied] of entriesOf<Form>(ties)) {
    const chosen = tied.read(settled);
    const wished = chosen ?? (parked as Record<string, unknown>)[field];
    if (wished === undefined) continue;
    const fits = tied.fits(settled, wished);
    if (!fits) still[field] = wished;
    // What is neither taken away nor brought back stays the very same.
    if (fits !== (chosen !== undefined)) settled = tied.write(settled, fits ? wished : undefined);
  }
  return { form: settled, parked: still as ParkedValues<Of> };
}

/** What was put aside because of one field, and has no other value meanwhile. */
export function listParked<Form, Of extends Ties>(
  ties: Of,
  form: Form,
  { parked, causedBy }: { parked: ParkedValues<Of>; causedBy: string },
): (keyof Of & string)[] {
  return entriesOf<Form>(ties)
    .filter(([field, tied]) => field in parked && tied.causedBy === causedBy && tied.read(form) === undefined)
    .map(([field]) => field);
}

/** The values of one form, whose types only the definition of the ties knows. */
function entriesOf<Form>(ties: Ties): [string, FieldTie<Form, unknown>][] {
  return Object.entries(ties) as unknown as [string, FieldTie<Form, unknown>][];
}
