import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";

export { decodeToWav } from "./decode-to-wav";

/** Why a recording stopped automatically. */
export type RecorderEnd = "full" | "microphone-gone";

/** Records until it is stopped, or as long as a reference may be. Loaded with the first recording. */
export function recordSound(
  stream: MediaStream,
  onStopped: (recorded: Blob, endedBy: RecorderEnd | undefined) => void,
): MediaRecorder {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  let endedBy: RecorderEnd | undefined;
  const limit = setTimeout(
    () => {
      endedBy = "full";
      recorder.stop();
    },
    REFERENCE_AUDIO_LIMITS.secondsMax * 1000 - 500,
  );
  // Keeps what was recorded until the microphone was unplugged or its permission withdrawn.
  for (const track of stream.getTracks())
    track.addEventListener("ended", () => {
      endedBy = "microphone-gone";
    });
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.addEventListener("stop", () => {
    clearTimeout(limit);
    stream.getTracks().forEach((track) => track.stop());
    onStopped(new Blob(parts, { type: recorder.mimeType }), endedBy);
  });
  recorder.start();
  return recorder;
}
