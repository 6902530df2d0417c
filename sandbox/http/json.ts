/**
 * JSON that keeps the digits of 64-bit integers. The service's file and task ids are int64 and can exceed 2^53
 * (unshown.md, Files), so they travel through the sandbox as bigint.
 */
interface JsonWithRawText {
  rawJSON(text: string): unknown;
}

/** Encodes a value; a bigint becomes a JSON number with all its digits. `replace` sees every other member first. */
export function encodeJson(
  value: unknown,
  replace: (member: unknown) => unknown = (member) => member,
): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "bigint"
      ? (JSON as unknown as JsonWithRawText).rawJSON(String(member))
      : replace(member),
  );
}

/** Decodes JSON text; an integer literal that a double cannot hold exactly becomes a bigint. Throws SyntaxError. */
export function decodeJson(text: string): unknown {
  const reviver = (_name: string, member: unknown, context?: { source?: string }) => {
    const isWideInteger =
      typeof member === "number" && !Number.isSafeInteger(member) && /^-?\d+$/.test(context?.source ?? "");
    return isWideInteger ? BigInt(context?.source ?? "") : member;
  };
  return JSON.parse(text, reviver);
}
