/** Where a value stands: property names and array indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** A path in which `*` stands for every index of an array, for example `["data", "image_base64", "*"]`. */
export type JsonPathPattern = readonly string[];

export function matchesPath(pattern: JsonPathPattern, path: JsonPath): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((part, index) => (part === "*" ? typeof path[index] === "number" : part === path[index]))
  );
}

/** Parses `data.image_base64[*]` or `data.audio`. */
export function parsePathPattern(text: string): JsonPathPattern {
  return text.replaceAll("[*]", ".*").split(".");
}
