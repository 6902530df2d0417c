import type { GeneratorFacts } from "../record/definition-port";
import type { GenerationDto, OutputDto } from "../read/generation-dto";

/** A stored picture for tests. */
export function makeOutput(index: number, changes: Partial<OutputDto> = {}): OutputDto {
  const assetId = `01900000-0000-7000-8000-00000000000${index}`;
  return {
    assetId,
    index,
    role: "image",
    mimeType: "image/png",
    bytes: 1000,
    sha256: "0".repeat(64),
    width: 1248,
    height: 832,
    fileName: `image-${index + 1}.png`,
    url: `/api/media/${assetId}`,
    ...changes,
  };
}

/** A generation for tests: four pictures asked for, none there yet. */
export function makeGeneration(changes: Partial<GenerationDto> = {}): GenerationDto {
  return {
    id: "01900000-0000-7000-8000-000000000000",
    generator: "image",
    state: "running",
    input: { model: "image-01", prompt: "A lighthouse", aspect_ratio: "3:2", n: 4 },
    model: "image-01",
    outputs: [],
    error: null,
    counts: { expected: 4, stored: 0, storing: 0, blocked: 0, failed: 0, partial: 0 },
    sandbox: true,
    profileId: "sandbox",
    parentId: null,
    relation: null,
    favourite: false,
    title: null,
    version: 1,
    createdAt: "2026-11-21T09:00:00.000Z",
    startedAt: "2026-11-21T09:00:01.000Z",
    finishedAt: null,
    deletedAt: null,
    ...changes,
  };
}

/** Facts of a generator that no registry has. */
export function makeFacts(
  facts: Pick<GeneratorFacts, "id" | "produces"> & Partial<GeneratorFacts>,
): GeneratorFacts {
  return { icon: "note", name: facts.id, resultName: facts.id, canVary: false, ...facts };
}
