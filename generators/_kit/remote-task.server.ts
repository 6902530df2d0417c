import { StudioError } from "@/lib/errors/studio-error";
import { TaskEndedError } from "@/lib/generations/record/runner-port.server";
import { errorCodeOfServiceCode } from "@/lib/service/errors/service-code-catalogue";
import { isServiceError, ServiceError } from "@/lib/service/errors/service-error";

/** A body that ends early is a damaged result, not an unreachable service. */
export async function* tellCutOff(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    if (isServiceError(cause) && cause.kind === "malformed")
      throw new StudioError("result.incomplete", { cause });
    throw cause;
  }
}

/** service.md Errors: the code for an unknown id. */
const invalidParameters = 2013;

/** Whether the service does not have the file, yet or any more. */
export function isNotThere(error: unknown): boolean {
  return isServiceError(error) && (error.serviceCode === invalidParameters || error.httpStatus === 404);
}

/** The error of a failed task, with the service's reason if there is one (unshown.md Video "failure detail"). */
export function toTaskEnd(
  endpoint: "narrationQuery" | "videoQuery",
  failure: { serviceCode: number | null; serviceMessage: string | null } | null,
  traceId: string | null,
): TaskEndedError {
  const { serviceCode = null, serviceMessage = null } = failure ?? {};
  if (!serviceCode) return new TaskEndedError(new StudioError("task.failed"));
  return new TaskEndedError(
    new ServiceError(errorCodeOfServiceCode(serviceCode), {
      kind: "refused",
      sent: "maybe",
      endpoint,
      serviceCode,
      ...(serviceMessage === null ? {} : { serviceMessage }),
      ...(traceId === null ? {} : { traceId }),
    }),
  );
}
