"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { coverQueries, requestCoverAnalysis } from "@/components/queries/cover-queries";
import { readServerTime } from "@/components/queries/server-clock";
import type { MediaSource } from "@/components/form/media-source";
import { isUsable } from "@/lib/covers/choose-analysis";
import type { CoverAnalysisDto } from "@/lib/covers/cover-analysis-dto";

interface CoverAnalysisView {
  /** As far as it has come; null where the sound was never analysed. */
  analysis: CoverAnalysisDto | null;
  /** What was asked for anew and ended without an answer, while `analysis`, an earlier one, can still be used. */
  endedAnew: CoverAnalysisDto | null;
  /** It is not known yet whether there is one. */
  isLooking: boolean;
  /** What kept the studio from asking the service. */
  error: Error | null;
  isAsking: boolean;
  /** Asks the service, or takes what is there; `anew` also where an answer is there, or may be. */
  analyse: (options?: { anew?: boolean }) => void;
}

/** The analysis of a sound, or the one that an identifier came from where the sound itself is not known. */
export function useCoverAnalysis(
  sound: MediaSource | undefined,
  coverFeatureId: string | undefined,
): CoverAnalysisView {
  const client = useQueryClient();
  const key = sound ? JSON.stringify(sound) : (coverFeatureId ?? "");
  const [asked, setAsked] = useState<{
    key: string;
    id: string;
    /** What was there before. */
    before: CoverAnalysisDto | null;
  } | null>(null);
  const ofThisSound = asked?.key === key ? asked : null;
  const askedId = ofThisSound?.id ?? null;

  const known =
    sound && "assetId" in sound
      ? coverQueries.latest({ assetId: sound.assetId })
      : coverQueries.latest({ coverFeatureId: coverFeatureId ?? "" });
  const isKnowable = sound ? "assetId" in sound : coverFeatureId !== undefined;
  const latest = useQuery({ ...known, enabled: isKnowable });
  const followedId = askedId ?? latest.data?.id ?? null;
  const detail = useQuery({
    ...coverQueries.detail(followedId ?? ""),
    enabled: followedId !== null,
    ...(latest.data && latest.data.id === followedId ? { initialData: latest.data } : {}),
  });
  const followed = (followedId === null ? null : detail.data) ?? null;
  const hasEnded = followed?.state === "failed" || followed?.state === "unknown";
  const before = ofThisSound?.before;
  const kept = hasEnded && before && isUsable(before, readServerTime()) ? before : null;
  const analysis = kept ?? followed;

  const request = useMutation({
    mutationFn: requestCoverAnalysis,
    onSuccess: (answer) => {
      client.setQueryData(coverQueries.detail(answer.id).queryKey, answer);
      setAsked({ key, id: answer.id, before: analysis });
    },
  });

  function analyse({ anew = false } = {}) {
    const source = sound ?? (analysis ? { assetId: analysis.assetId } : null);
    if (source) request.mutate({ ...source, anew });
  }

  return {
    analysis,
    endedAnew: kept && followed,
    isLooking: isKnowable && latest.isPending && askedId === null,
    error: request.error,
    isAsking: request.isPending,
    analyse,
  };
}
