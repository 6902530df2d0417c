"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { useStudioActions, type SubmissionOptions } from "@/components/queries/studio-actions";
import { callAction } from "@/components/queries/call-action";
import { applyGeneration } from "@/components/queries/generation-cache";
import { useCurrentProject } from "@/components/queries/current-project";
import { createPressKeys } from "@/components/queries/press-keys";
import { useFetchAhead } from "@/components/shell/fetch-ahead";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { FieldProblem } from "@/lib/errors/studio-error";

/** The player; null if its code cannot be fetched: the sound can still be played later. */
const loadPlayer = () =>
  import("@/components/player/studio-player").then(
    ({ studioPlayer }) => studioPlayer,
    () => null,
  );

type SubmitResult =
  | { ok: true; generation: GenerationDto }
  | { ok: false; problem: { code: string; fields: readonly FieldProblem[] } };

/** Sends an input, for the project that new results go to, and shows the generation at once in every list it belongs to. */
export function useSubmitGeneration(): (
  generator: string,
  input: Record<string, unknown>,
  options?: SubmissionOptions,
) => Promise<SubmitResult> {
  const client = useQueryClient();
  const generators = useGenerators();
  const { submitGeneration } = useStudioActions();
  const { project, reload } = useCurrentProject();
  const [keys] = useState(() => createPressKeys());
  useFetchAhead(() => [loadPlayer()]);
  return async (generator, input, given = {}) => {
    const options = project ? { ...given, projectId: project.id } : given;
    const key = keys.keyFor({ generator, input, options });
    // A streamed sound starts to play as soon as its first bytes arrive.
    const { streamField } = generators.find(({ id }) => id === generator) ?? {};
    const isStreamed = streamField !== undefined && input[streamField] === true;
    // Offline, a browser tries for a while to load code; the refusal must not wait, or it would be sent after all.
    const player = isStreamed && navigator.onLine ? await loadPlayer() : null;
    player?.prime();
    const result = await callAction(() => submitGeneration(generator, input, key, options));
    // Without a response the key stays, so that pressing again cannot create a second generation.
    if (result.ok || !result.isUnanswered) keys.settle();
    if (!result.ok) {
      if (result.problem.code === "project.gone") void reload();
      return { ok: false, problem: result.problem };
    }
    player?.playWhenReady(result.value.id);
    applyGeneration(client, result.value);
    return { ok: true, generation: result.value };
  };
}
