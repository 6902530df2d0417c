import { toDataUrl } from "@/lib/media/image-reference.server";
import type { ImageRequest } from "@/lib/service/contract/image";
import { defineRunner } from "../_kit/define-runner.server";
import type { imageInputSchema, ImageInput } from "./image-input";
import type { PrepareContext, RunnerOutput } from "@/lib/generations/record/runner-port.server";
import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findImageValueProblems } from "@/lib/service/contract/open-values";
import { findReferenceProblems } from "./find-reference-problems";

/** Endpoint 4 of service.md. The response has URLs, or images in base64 that are stored one by one as they arrive. */
export const runner = defineRunner<typeof imageInputSchema, ImageRequest>({
  async prepare(input, context) {
    const { subject_reference, ...rest } = input;
    if (!subject_reference) return rest;
    return { ...rest, subject_reference: await readReferences(subject_reference, context) };
  },

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
    const asked = request.n ?? 1;
    return {
      kind: "done",
      outputs,
      blocked: result.failedCount ?? Math.max(0, asked - result.images.length),
      ...(result.id === null ? {} : { facts: { id: result.id } }),
      ...(result.traceId === null ? {} : { traceId: result.traceId }),
    };
  },
});

async function readReferences(
  references: NonNullable<ImageInput["subject_reference"]>,
  context: PrepareContext,
): Promise<NonNullable<ImageRequest["subject_reference"]>> {
  return Promise.all(
    references.map(async ({ type, image_file }) => {
      if ("url" in image_file) return { type, image_file: image_file.url };
      return { type, image_file: toDataUrl(await context.readReferenceImage(image_file.assetId)) };
    }),
  );
}

/** Checks references and values against the connection's profile. */
export const checkInput: InputCheck<ImageInput> = (input, { profile }) =>
  Promise.resolve([
    ...findReferenceProblems(input, profile.limits),
    ...findImageValueProblems(input, profile.fieldValues.image),
  ]);
