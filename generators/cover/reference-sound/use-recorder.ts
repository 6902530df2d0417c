"use client";

import { useEffect, useRef, useState } from "react";
import { useFormUploads } from "@/components/form/form-uploads";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { decodeToWav } from "./decode-to-wav";

/** Why nothing was recorded. */
type RecorderProblem = "denied" | "no-microphone" | "unsupported" | "undecodable";

/** Why a recording ended without the person. */
type RecorderEnd = "full" | "microphone-gone";

type RecorderState =
  | { kind: "idle"; problem?: RecorderProblem; endedBy?: RecorderEnd }
  /** The browser asks the person. */
  | { kind: "asking" }
  | { kind: "recording" }
  /** What was recorded is turned into WAV. */
  | { kind: "encoding" };

/**
 * Records with the microphone and gives a WAV file: what a recorder of the browser writes is not decoded everywhere.
 * It stops by itself at the greatest length of a reference, and lets go of the microphone when the field goes away. Until
 * the file is handed over, the recording is nowhere else: the browser asks before the page is left.
 */
export function useRecorder(onRecorded: (file: File) => void) {
  const addArrival = useFormUploads();
  const [state, setState] = useState<RecorderState>({ kind: "idle" });
  const recorderRef = useRef<MediaRecorder | null>(null);
  const goneRef = useRef(false);

  useEffect(() => {
    goneRef.current = false;
    return () => {
      goneRef.current = true;
      recorderRef.current?.stream.getTracks().forEach((track) => track.stop());
    };
  }, []);

  const isAtRisk = state.kind === "recording" || state.kind === "encoding";
  useEffect(() => {
    if (!isAtRisk) return;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", askFirst);
    return () => window.removeEventListener("beforeunload", askFirst);
  }, [isAtRisk]);

  async function start(name: string): Promise<void> {
    if (typeof MediaRecorder === "undefined" || !("mediaDevices" in navigator)) {
      setState({ kind: "idle", problem: "unsupported" });
      return;
    }
    setState({ kind: "asking" });
    let stream: MediaStream;
    try {
      // What makes speech clear on the phone spoils singing.
      const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      stream = await navigator.mediaDevices.getUserMedia({ audio });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setState({ kind: "idle", problem: error.name === "NotAllowedError" ? "denied" : "no-microphone" });
      return;
    }
    if (goneRef.current) return stream.getTracks().forEach((track) => track.stop());
    record(stream, name);
  }

  function record(stream: MediaStream, name: string) {
    const recorder = new MediaRecorder(stream);
    recorderRef.current = recorder;
    const parts: Blob[] = [];
    let endedBy: RecorderEnd | undefined;
    const limit = setTimeout(
      () => {
        endedBy = "full";
        recorder.stop();
      },
      REFERENCE_AUDIO_LIMITS.secondsMax * 1000 - 500,
    );
    // Pulled out, or taken away by its person; what had been recorded until then is kept.
    for (const track of stream.getTracks())
      track.addEventListener("ended", () => {
        endedBy = "microphone-gone";
      });
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      clearTimeout(limit);
      stream.getTracks().forEach((track) => track.stop());
      if (goneRef.current) return;
      addArrival(finish(new Blob(parts, { type: recorder.mimeType }), { name, endedBy }));
    });
    recorder.start();
    setState({ kind: "recording" });
  }

  async function finish(
    recorded: Blob,
    { name, endedBy }: { name: string; endedBy: RecorderEnd | undefined },
  ): Promise<boolean> {
    setState({ kind: "encoding" });
    const wav = await decodeToWav(recorded);
    setState({ kind: "idle", ...(endedBy ? { endedBy } : {}), ...(wav ? {} : { problem: "undecodable" }) });
    if (wav) onRecorded(new File([wav], `${name}.wav`, { type: "audio/wav" }));
    return wav !== null;
  }

  return { state, start, stop: () => recorderRef.current?.stop() };
}
