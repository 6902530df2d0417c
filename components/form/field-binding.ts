/** What ties a field to the form around it; every field component takes these, whoever holds the values. */
export interface FieldBinding<Value> {
  name?: string | undefined;
  value: Value;
  onValueChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  /** The sentence under the field when its value breaks a rule. */
  error?: string | undefined;
  /** The same for the parts of a value that is a list or an object, by their path inside it: `speed`, `tone.2`. */
  errors?: Readonly<Record<string, string>> | undefined;
  disabled?: boolean | undefined;
}

/** Words every field shows; the labels are the service's own field names. */
export interface FieldWords {
  label: string;
  hint?: string | undefined;
}
