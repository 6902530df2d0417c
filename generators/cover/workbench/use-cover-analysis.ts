"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { coverQueries, requestCoverAnalysis } from "@/components/queries/cover-queries";
import { readServerTime } from "@/components/queries/server-clock";
import type { MediaSource } from "@/components/form/media-source";
import { isUsable } from "@/lib/covers/choose-analysis";
import type { CoverAnalysisDto } from "@/lib/covers/cover-analysis-dto";

/** The analysis of a sound, or by cover_feature_id if the sound is unknown. */
export function useCoverAnalysis(sound: MediaSource | undefined, coverFeatureId: string | undefined) {
  const client = useQueryClient();
  const key = sound ? JSON.stringify(sound) : (coverFeatureId ?? "");
  const [asked, setAsked] = useState<{
    key: string;
    id: string;
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
    /** The latest analysis; null if there is none. */
    analysis,
    /** A renewal that failed while `analysis`, an earlier one, is still valid. */
    endedAnew: kept && followed,
    isLooking: isKnowable && latest.isPending && askedId === null,
    /** Why the request failed. */
    error: request.error,
    isAsking: request.isPending,
    /** Requests an analysis or reuses an existing one; `anew` always requests one. */
    analyse,
  };
}
