import type { ZodOpenApiResponseObject } from "zod-openapi";
import { problemSchema } from "@/lib/errors/problem-schema";
import { findErrorEntry } from "@/lib/errors/error-catalogue";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";
import type { RouteDeclaration } from "../route.server";

type ProblemCode = StudioErrorCode | ServiceErrorCode;

/** A route's error responses by HTTP status: those implied by its declaration, and its own. */
export function describeProblems(
  declaration: RouteDeclaration,
  method: string,
): Record<string, ZodOpenApiResponseObject> {
  const codesByStatus = new Map<number, ProblemCode[]>();
  for (const code of listCodes(declaration, method)) {
    const { httpStatus } = findErrorEntry(code);
    codesByStatus.set(httpStatus, [...(codesByStatus.get(httpStatus) ?? []), code]);
  }
  return Object.fromEntries(
    [...codesByStatus]
      .sort(([first], [second]) => first - second)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${findErrorEntry(code).title}`).join("\n\n"),
          content: { "application/problem+json": { schema: problemSchema } },
        },
      ]),
  );
}

function listCodes({ auth, params, query, body, operation }: RouteDeclaration, method: string) {
  const changes = method !== "GET" && method !== "HEAD";
  return new Set<ProblemCode>([
    ...(auth === "none" ? [] : (["auth.required"] as const)),
    ...(auth === "owner" ? (["auth.forbidden"] as const) : []),
    ...(auth !== "none" && changes ? (["auth.cross-site"] as const) : []),
    ...(params ? (["not-found"] as const) : []),
    ...(query || body ? (["input.invalid"] as const) : []),
    ...(body ? (["input.malformed", "input.too-large"] as const) : []),
    ...(operation.problems ?? []),
    "internal",
  ]);
}
