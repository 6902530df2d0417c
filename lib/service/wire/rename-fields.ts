import type { RequestProblem } from "../contract/issue.ts";
import { ServiceError } from "../errors/service-error.ts";

/**
 * The request with the profile's names on its optional fields. A field that the service does not have is left out
 * where its value is what the service does anyway, and refused otherwise: silently dropping a wish would be a lie.
 * Throws ServiceError `request.not-offered`.
 */
export function renameFields(
  request: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string | null>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const problems: RequestProblem[] = [];
  const renamed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(request)) {
    if (value === undefined) continue;
    const name = Object.hasOwn(names, field) ? names[field] : field;
    if (typeof name === "string") renamed[name] = value;
    else if (value !== (defaults[field] ?? false)) {
      problems.push({ path: field, key: "field.not-offered", values: { field } });
    }
  }
  if (problems.length > 0)
    throw new ServiceError("request.not-offered", { kind: "invalid", sent: "no", problems });
  return renamed;
}
