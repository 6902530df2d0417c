import { studioCatalogue } from "./studio-catalogue";
import { StudioError } from "./studio-error";
import { getLogger } from "./logger.server";

/**
 * Any thrown thing as application/problem+json (RFC 9457). What is not a StudioError is logged whole under the
 * request id and told as `internal`, so that no database or upstream text reaches a person.
 */
export function problemResponse(error: unknown, requestId: string, instance?: string): Response {
  const known = error instanceof StudioError ? error : new StudioError("internal", { cause: error });
  if (known.httpStatus >= 500) getLogger().error({ err: known.cause ?? known, requestId }, known.message);
  const entry = studioCatalogue[known.code];
  return Response.json(
    {
      // docs/errors.md has a section for each; a URN, since a self-hosted studio has no address that all share.
      type: `urn:reverie:problem:${known.code}`,
      title: entry.title,
      status: entry.httpStatus,
      code: known.code,
      action: entry.action,
      requestId,
      ...(instance ? { instance } : {}),
      ...(known.fields.length > 0 ? { errors: known.fields } : {}),
    },
    {
      status: entry.httpStatus,
      headers: {
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        "x-request-id": requestId,
      },
    },
  );
}
