/** Values by the name of their field. */
export type FieldValues = Record<string, unknown>;

/** The name of a field. */
export type FieldName<Values> = keyof Values & string;

/** The problem of a field; problems of the parts of a list or an object are nested by their path. */
export interface FieldError {
  type?: string;
  message?: string;
}

/** Problems by field. */
export type FieldErrors<Values = FieldValues> = { [Name in keyof Values]?: FieldError };

/** Checks all values: returns what is sent, or the problems. */
export type Resolver<Values, Output> = (
  values: Values,
) => Promise<{ isValid: true; output: Output } | { isValid: false; errors: FieldErrors<Values> }>;

/** What a form renders. Replaced as a whole with every change. */
export interface FormSnapshot<Values> {
  values: Values;
  errors: FieldErrors<Values>;
  isSubmitting: boolean;
  isSubmitted: boolean;
  /** The last submission was valid and left no problems. */
  isSubmitSuccessful: boolean;
}

/** A control on the page, or one that was there. */
interface FieldControl {
  isMounted: boolean;
  /** The element to focus when the field is invalid. */
  find: () => HTMLElement | null;
  /** The elements of a registered field: one, or its radio buttons. */
  elements: ReadonlySet<FieldElement>;
}

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The props that connect an uncontrolled element to its field. */
export interface Registration {
  name: string;
  ref: (element: FieldElement | null) => (() => void) | undefined;
  onChange: (event: { target: EventTarget }) => void;
  onBlur: () => void;
}

/**
 * The values and problems of a form. A field is checked when it is first left, then on each change; after a submission,
 * every field on each change. All values are checked together, and the problems of one field are shown.
 */
export class FormState<Values extends object, Output = Values> {
  #snapshot: FormSnapshot<Values>;
  #defaults: Values;
  #resolve: Resolver<Values, Output>;
  readonly #controls = new Map<string, FieldControl>();
  readonly #registrations = new Map<string, Registration>();
  readonly #touched = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(defaults: Values, resolve: Resolver<Values, Output>) {
    this.#defaults = defaults;
    this.#resolve = resolve;
    this.#snapshot = {
      values: { ...defaults },
      errors: {},
      isSubmitting: false,
      isSubmitted: false,
      isSubmitSuccessful: false,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): FormSnapshot<Values> => this.#snapshot;

  /** Whether a value differs from its default. */
  get isDirty(): boolean {
    const { values } = this.#snapshot;
    return Object.keys(values).some(
      (name) => !Object.is(values[name as keyof Values], this.#defaults[name as keyof Values]),
    );
  }

  /** Replaces the check, for example when its messages are in another language. */
  setResolver(resolve: Resolver<Values, Output>): void {
    this.#resolve = resolve;
  }

  /** Sets a value. Its problem stays until it is checked again. */
  setValue<Name extends FieldName<Values>>(name: Name, value: Values[Name]): void {
    this.#keep(name, value);
    this.#write(name);
  }

  #keep(name: FieldName<Values>, value: unknown): void {
    if (Object.is(this.#snapshot.values[name], value)) return;
    this.#change({ values: { ...this.#snapshot.values, [name]: value } });
  }

  /** Takes a value that a person has entered, and checks it. */
  async enter<Name extends FieldName<Values>>(name: Name, value: Values[Name]): Promise<void> {
    this.#keep(name, value);
    if (this.#snapshot.isSubmitted || this.#touched.has(name)) await this.check([name]);
  }

  /** The person has left the field. */
  async leave(name: FieldName<Values>): Promise<void> {
    this.#touched.add(name);
    if (!this.#snapshot.isSubmitted) await this.check([name]);
  }

  /** Checks all values and shows the problems of these fields, by default of all. */
  async check(names?: readonly FieldName<Values>[]): Promise<void> {
    const { values } = this.#snapshot;
    const result = await this.#resolve(values);
    const found: FieldErrors<Values> = result.isValid ? {} : result.errors;
    // Values that have changed since are checked again.
    const current = (names ?? this.#namesOf(found)).filter((name) =>
      Object.is(this.#snapshot.values[name], values[name]),
    );
    const errors = { ...this.#snapshot.errors };
    for (const name of current) {
      if (found[name]) errors[name] = found[name];
      else delete errors[name];
    }
    this.#change({ errors });
  }

  #namesOf(found: FieldErrors<Values>): FieldName<Values>[] {
    const { values, errors } = this.#snapshot;
    return [...new Set(Object.keys({ ...values, ...errors, ...found }))] as FieldName<Values>[];
  }

  /** Sets the values, by default the first ones, without problems and as if nothing had been submitted. */
  reset(values: Values = this.#defaults, { keepDefaults = false, keepTouched = false } = {}): void {
    if (!keepDefaults) this.#defaults = values;
    if (!keepTouched) this.#touched.clear();
    this.#change({ values: { ...values }, errors: {}, isSubmitted: false, isSubmitSuccessful: false });
    for (const name of this.#controls.keys()) this.#write(name);
  }

  /** Shows a problem at a dotted path until the field is checked again. */
  setError(path: string, error: FieldError): void {
    const errors: Record<string, unknown> = { ...this.#snapshot.errors };
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let parent = errors;
    for (const key of keys)
      parent = parent[key] = { ...(parent[key] as Record<string, unknown> | undefined) };
    parent[last] = error;
    this.#change({ errors: errors as FieldErrors<Values> });
  }

  clearErrors(names: readonly FieldName<Values>[]): void {
    const errors = { ...this.#snapshot.errors };
    for (const name of names) delete errors[name];
    this.#change({ errors });
  }

  /**
   * Passes valid values on, or shows the problems and moves the focus to the first invalid field.
   *
   * @param onInvalid called before the focus moves
   */
  async submit(
    onValid: (output: Output) => unknown,
    onInvalid?: (errors: FieldErrors<Values>) => unknown,
  ): Promise<void> {
    this.#change({ isSubmitting: true });
    let isSuccessful = false;
    try {
      const result = await this.#resolve(this.#snapshot.values);
      this.#change({ errors: result.isValid ? {} : result.errors });
      if (result.isValid) {
        await onValid(result.output);
        isSuccessful = Object.keys(this.#snapshot.errors).length === 0;
      } else {
        await onInvalid?.(result.errors);
        this.focusInvalid();
      }
    } finally {
      this.#change({ isSubmitting: false, isSubmitted: true, isSubmitSuccessful: isSuccessful });
    }
  }

  /** Moves the focus to the first invalid field of the page, once its problem is rendered. */
  focusInvalid(names: readonly string[] = Object.keys(this.#snapshot.errors)): void {
    setTimeout(() => {
      const [first] = names
        .flatMap((name) => this.#find(name) ?? [])
        .sort((left, right) =>
          left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        );
      first?.focus();
    });
  }

  focus(name: FieldName<Values>): void {
    this.#find(name)?.focus();
  }

  #find(name: string): HTMLElement | null {
    const control = this.#controls.get(name);
    return control?.isMounted ? control.find() : null;
  }

  /** Whether the form had a control for this field and has it no more. */
  isRemoved(name: string): boolean {
    return this.#controls.get(name)?.isMounted === false;
  }

  /** Announces the control of a field. @returns removes it */
  mount(name: string, find: () => HTMLElement | null, elements: ReadonlySet<FieldElement> = new Set()) {
    const control: FieldControl = { isMounted: true, find, elements };
    this.#controls.set(name, control);
    return (): void => {
      control.isMounted = elements.size > 0;
    };
  }

  /** Connects an uncontrolled element, or radio buttons. @param options.setValueAs turns text into a value */
  register<Name extends FieldName<Values>>(
    name: Name,
    { setValueAs }: { setValueAs?: (text: string) => Values[Name] } = {},
  ): Registration {
    const known = this.#registrations.get(name);
    if (known) return known;
    const elements = new Set<FieldElement>();
    const read = ({ value }: FieldElement) => (setValueAs ? setValueAs(value) : value) as Values[Name];
    const registration: Registration = {
      name,
      ref: (element) => {
        if (!element) return undefined;
        elements.add(element);
        const find = () => [...elements].find((each) => !isRadio(each) || each.checked) ?? element;
        const unmount = this.mount(name, find, elements);
        // Text that was typed before hydration counts.
        if (this.#snapshot.values[name] === "" && element.value !== "") this.#keep(name, read(element));
        this.#write(name);
        return () => {
          elements.delete(element);
          unmount();
        };
      },
      onChange: ({ target }) => void this.enter(name, read(target as FieldElement)),
      onBlur: () => void this.leave(name),
    };
    this.#registrations.set(name, registration);
    return registration;
  }

  /** Writes a value into its uncontrolled elements. */
  #write(name: string): void {
    const value = this.#snapshot.values[name as keyof Values];
    for (const element of this.#controls.get(name)?.elements ?? []) {
      const text = String(value ?? "");
      if (isRadio(element)) element.checked = element.value === text;
      else if (element.value !== text) element.value = text;
    }
  }

  #change(change: Partial<FormSnapshot<Values>>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isRadio(element: FieldElement): element is HTMLInputElement {
  return element.type === "radio";
}
