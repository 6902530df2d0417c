"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFormUploads } from "@/components/form/form-uploads";
import type { RecorderEnd } from "./record-sound";

type RecorderProblem = "denied" | "no-microphone" | "unsupported" | "undecodable" | "not-loaded";

type RecorderState =
  | { kind: "idle"; problem?: RecorderProblem; endedBy?: RecorderEnd }
  /** The browser asks for permission. */
  | { kind: "asking" }
  | { kind: "recording" }
  /** Converting to WAV. */
  | { kind: "encoding" };

/** What is shown while recording. */
export const loadRecordingStatus = () => import("./recording-status");

/**
 * Records from the microphone as WAV, since the formats of browser recorders are not decoded everywhere. Stops at the
 * maximum length of a reference and releases the microphone on unmount. Asks before the page is left, since the
 * recording exists nowhere else.
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
  // Before the page says that leaving loses the recording.
  useLayoutEffect(() => {
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
    // Before anything is recorded, which would be lost without it.
    const parts = await Promise.all([import("./record-sound"), loadRecordingStatus()]).catch(() => null);
    if (!parts) {
      setState({ kind: "idle", problem: "not-loaded" });
      return;
    }
    const [recording] = parts;
    let stream: MediaStream;
    try {
      // Speech processing spoils singing.
      const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      stream = await navigator.mediaDevices.getUserMedia({ audio });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setState({ kind: "idle", problem: error.name === "NotAllowedError" ? "denied" : "no-microphone" });
      return;
    }
    if (goneRef.current) return stream.getTracks().forEach((track) => track.stop());
    recorderRef.current = recording.recordSound(stream, (recorded, endedBy) => {
      if (goneRef.current) return;
      setState({ kind: "encoding" });
      addArrival(recording.decodeToWav(recorded).then((wav) => finish(wav, { name, endedBy })));
    });
    setState({ kind: "recording" });
  }

  function finish(
    wav: Blob | null,
    { name, endedBy }: { name: string; endedBy: RecorderEnd | undefined },
  ): boolean {
    setState({ kind: "idle", ...(endedBy ? { endedBy } : {}), ...(wav ? {} : { problem: "undecodable" }) });
    if (wav) onRecorded(new File([wav], `${name}.wav`, { type: "audio/wav" }));
    return wav !== null;
  }

  return { state, start, stop: () => recorderRef.current?.stop() };
}
