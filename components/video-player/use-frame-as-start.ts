"use client";

import { useMutation } from "@tanstack/react-query";
import { apiFetch } from "@/components/queries/api-fetch";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { useGenerators } from "@/components/generators";
import { writeFrameAddress } from "@/components/queries/result-addresses";
import { useOpenPage } from "@/components/shell/use-open-page";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

interface WantedFrame {
  generation: Pick<GenerationDto, "id">;
  output: Pick<OutputDto, "assetId">;
  /** A time in seconds, or the last frame. */
  at: "last" | number;
}

/** Starts a new draft with a frame of a video as its first frame, and opens it. */
export function useFrameAsStart() {
  const generators = useGenerators();
  const openPage = useOpenPage();
  const onError = useErrorToast();
  return useMutation({
    mutationFn: ({ output, at }: WantedFrame) =>
      apiFetch<{ assetId: string }>("/api/v1/frames", {
        method: "POST",
        body: { assetId: output.assetId, at },
      }),
    onSuccess: ({ assetId }, { generation, at }) => {
      const frame = { assetId, generationId: generation.id, isLast: at === "last" };
      const address = writeFrameAddress(generators, frame);
      if (address) openPage(address);
    },
    onError,
  });
}
