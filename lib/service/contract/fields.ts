import { z } from "zod";
import { keyOfBuiltInIssue, ruleIssue } from "./issue.ts";
import { countCodePoints, isStorableText } from "./text.ts";

const options = { error: keyOfBuiltInIssue };

/** Text that can be stored and sent; otherwise `field.characters`. */
function storableText() {
  return z.string(options).refine(isStorableText, ruleIssue("field.characters"));
}

/** Text; its length is counted in Unicode code points, like the service's "chars". */
export function textField(rule: { key: string; min?: number; max?: number }) {
  const { key, min = 0, max = Number.MAX_SAFE_INTEGER } = rule;
  let field = storableText();
  if (min > 0) {
    field = field.refine(
      (text) => countCodePoints(text) >= min,
      ruleIssue(min === 1 ? `${key}.empty` : `${key}.too-short`, { min }),
    );
  }
  if (rule.max !== undefined) {
    field = field.refine((text) => countCodePoints(text) <= max, ruleIssue(`${key}.too-long`, { max }));
  }
  return field.meta({
    ...(min > 0 ? { minLength: min } : {}),
    ...(rule.max === undefined ? {} : { maxLength: max }),
  });
}

/** A non-empty, opaque ID. */
export function identifierField() {
  return storableText().min(1, { error: "field.required" });
}

export function booleanField() {
  return z.boolean(options);
}

export function choiceField<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, options);
}

/** A number; the profile defines its range. */
export function numberField() {
  return z.number(options);
}

/** A whole number; the profile defines its range. */
export function wholeNumberField() {
  return z.int(options);
}

/** A number from a fixed list, for example of channels. */
export function numberChoiceField<const Values extends readonly [number, ...number[]]>(values: Values) {
  return z.literal(values, options);
}

export function integerField(rule: { key: string; min: number; max: number; step?: number }) {
  const { key, min, max, step = 1 } = rule;
  return z
    .int(options)
    .refine((value) => value >= min && value <= max, ruleIssue(`${key}.range`, { min, max }))
    .refine((value) => value % step === 0, ruleIssue(`${key}.multiple`, { step }))
    .meta({ minimum: min, maximum: max, ...(step === 1 ? {} : { multipleOf: step }) });
}

export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, options);
}

export function listField<Item extends z.ZodType>(
  item: Item,
  rule: { key: string; min?: number; max: number },
) {
  const { key, min = 0, max } = rule;
  return z
    .array(item, options)
    .refine((list) => list.length >= min, ruleIssue(`${key}.too-few`, { min }))
    .refine((list) => list.length <= max, ruleIssue(`${key}.too-many`, { max }))
    .meta({ ...(min > 0 ? { minItems: min } : {}), maxItems: max });
}
