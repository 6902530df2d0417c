import type { ImageRequest } from "@/lib/service/contract/image";
import type { RunnerOutput } from "@/lib/generations/record/runner-port.server";
import { defineRunner } from "../_kit/define-runner.server";
import type { templateInputSchema } from "./template-input";

/** Endpoint 4 of service.md. The response has URLs, or images in base64 that are stored one by one as they arrive. */
export const runner = defineRunner<typeof templateInputSchema, ImageRequest>({
  prepare: (input) => Promise.resolve(input),

  async start(request, context) {
    const result = await context.client.generateImage(request, {
      signal: context.signal,
      headers: { "x-request-id": context.generationId },
      onImage: (index, source) =>
        context.storeOutput({ index, role: "image", expectedKind: "image", source }),
    });
    const outputs = result.images.flatMap((image): RunnerOutput[] =>
      image.kind === "url"
        ? [{ index: image.index, role: "image", expectedKind: "image", url: image.url }]
        : [],
    );
    return {
      kind: "done",
      outputs,
      blocked: result.failedCount ?? Math.max(0, (request.n ?? 1) - result.images.length),
      ...(result.traceId === null ? {} : { traceId: result.traceId }),
    };
  },
});
