"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { studioPlayer } from "@/components/player/studio-player";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { applyGeneration } from "@/components/queries/generation-cache";
import { generationQueries } from "@/components/queries/generation-queries";
import { voiceAddress, voiceQueries } from "@/components/queries/voice-queries";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import type { VoiceListDto } from "@/lib/voices/voice-dto";

/** Polls for the end while the event stream is down. */
const pollIntervalMs = 3_000;

export interface VoiceSamples {
  state: SampleState;
  /** Plays a sample; generates it if there is none yet. */
  playSample: (voiceId: string, options?: { mayCostAgain?: boolean }) => void;
  stop: () => void;
}

const soundRole = "audio";

/** Plays voice samples, one at a time. Pauses the studio's player. */
export function useVoiceSample(model: string): VoiceSamples {
  const client = useQueryClient();
  const [state, setState] = useState<SampleState>({ phase: "silent" });
  const [following, setFollowing] = useState<{ voiceId: string; id: string } | null>(null);
  const audioRef = useRef<HTMLAudioElement>(null);
  /** Number of the latest request; responses to older ones are not played. */
  const latestRequest = useRef(0);

  function stop() {
    latestRequest.current += 1;
    audioRef.current?.pause();
    setFollowing(null);
    setState({ phase: "silent" });
  }

  async function playUrl(voiceId: string, url: string, request: number) {
    const audio = (audioRef.current ??= new Audio());
    audio.src = url;
    audio.onended = () => setState({ phase: "silent" });
    audio.onerror = () => setState({ phase: "failed", voiceId, code: "asset.missing", mayCostAgain: false });
    studioPlayer.pause();
    setState({ phase: "playing", voiceId });
    try {
      await audio.play();
    } catch (error) {
      // Stopped before it started, or the browser requires another press: the sample is ready for it.
      const isHarmless =
        error instanceof DOMException && (error.name === "AbortError" || error.name === "NotAllowedError");
      if (latestRequest.current === request && isHarmless) setState({ phase: "silent" });
      if (!isHarmless && !audio.error) throw error;
    }
  }

  function settle(voiceId: string, generation: GenerationDto, request: number) {
    const url = generation.outputs.find(({ role }) => role === soundRole)?.url;
    if (!isTerminal(generation.state)) {
      setFollowing({ voiceId, id: generation.id });
      return;
    }
    setFollowing(null);
    if (generation.state === "succeeded" && url) {
      client.setQueryData(
        voiceQueries.list(model).queryKey,
        (list) => list && withSample(list, voiceId, url),
      );
      void playUrl(voiceId, url, request);
    } else {
      setState(describeSampleEnd(voiceId, generation));
    }
  }

  async function playSample(voiceId: string, { mayCostAgain = false } = {}) {
    stop();
    const request = latestRequest.current;
    const list = client.getQueryData(voiceQueries.list(model).queryKey);
    const ready = list?.samples.find((sample) => sample.voiceId === voiceId);
    if (ready) return playUrl(voiceId, ready.url, request);
    setState({ phase: "making", voiceId });
    try {
      const generation = await apiFetch<GenerationDto>(voiceAddress(voiceId, "sample"), {
        method: "POST",
        body: { model, mayCostAgain },
      });
      applyGeneration(client, generation);
      if (latestRequest.current === request) settle(voiceId, generation, request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (latestRequest.current === request)
        setState({ phase: "failed", voiceId, code: error.code, mayCostAgain: false });
    }
  }

  const { data: followed } = useQuery({
    ...generationQueries.detail(following?.id ?? ""),
    enabled: following !== null,
    refetchInterval: pollIntervalMs,
  });
  const settleFollowed = useEffectEvent((generation: GenerationDto) => {
    if (following?.id === generation.id && isTerminal(generation.state)) {
      settle(following.voiceId, generation, latestRequest.current);
    }
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state follows the polled answer
    if (followed) settleFollowed(followed);
  }, [followed]);

  useEffect(() => () => audioRef.current?.pause(), []);

  return { state, playSample: (voiceId, options) => void playSample(voiceId, options), stop };
}

function withSample(list: VoiceListDto, voiceId: string, url: string): VoiceListDto {
  return {
    ...list,
    samples: [...list.samples.filter((sample) => sample.voiceId !== voiceId), { voiceId, url }],
  };
}

/** The state of the requested voice sample. */
export type SampleState =
  | { phase: "silent" }
  | { phase: "making" | "playing"; voiceId: string }
  /** `mayCostAgain`: it may have been counted all the same, so another one may be counted again. */
  | { phase: "failed"; voiceId: string; code: string; mayCostAgain: boolean }
  /** Nobody knows how it ended: another one may be counted again. */
  | { phase: "unknown"; voiceId: string };

/** Describes a sample that ended without playable audio. */
export function describeSampleEnd(
  voiceId: string,
  { state, error }: Pick<GenerationDto, "state" | "error">,
): SampleState {
  if (state === "unknown") return { phase: "unknown", voiceId };
  const mayCostAgain = error !== null && error.made !== "nothing";
  return { phase: "failed", voiceId, code: error?.code ?? "internal", mayCostAgain };
}
