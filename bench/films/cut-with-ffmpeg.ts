import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { writeSrt } from "@/lib/media/subtitles/subtitles";
import { listCaptions } from "@/lib/films/list-captions";
import { type Cut, fadeFrames, fadesBefore, frameRate } from "./make-film";

const run = promisify(execFile);

export async function hasFfmpeg(): Promise<boolean> {
  try {
    await run("ffmpeg", ["-version"]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The same cut by ffmpeg, with the same encoder at the same bit rate: one command, as somebody would write it by hand. */
export async function cutWithFfmpeg(
  { video, voice, music, shots, film }: Cut,
  { folder, bitsPerSecond }: { folder: string; bitsPerSecond: number },
): Promise<string> {
  const captions = path.join(folder, "captions.srt");
  await writeFile(captions, writeSrt(listCaptions(film)));
  const output = path.join(folder, "ffmpeg.mp4");
  const inputs = shots.flatMap(({ from, frames }) => [
    ...["-ss", String(from / frameRate), "-t", String(frames / frameRate), "-i", video],
  ]);
  // Shots without a fade between them are one piece.
  const starts = [0, ...fadesBefore];
  const pieces = starts.map((start, index) => {
    const indices = shots.map((_, shot) => shot).slice(start, starts[index + 1]);
    const seconds = indices.reduce((sum, shot) => sum + shots[shot]!.frames / frameRate, 0);
    const parts = indices.map((shot) => `[${shot}:v]`).join("");
    const filter = `${parts}concat=n=${indices.length}:v=1:a=0,fps=${frameRate},settb=AVTB[p${index}]`;
    return { seconds, filter };
  });
  const fade = fadeFrames / frameRate;
  const fades = pieces.slice(1).map((_, index) => {
    const before = pieces.slice(0, index + 1).reduce((sum, { seconds }) => sum + seconds - fade, 0);
    const from = index === 0 ? "[p0]" : `[x${index - 1}]`;
    return `${from}[p${index + 1}]xfade=transition=fade:duration=${fade}:offset=${before}[x${index}]`;
  });
  const [voiceInput, musicInput] = [shots.length, shots.length + 1];
  const filters = [
    ...pieces.map(({ filter }) => filter),
    ...fades,
    `[x${fades.length - 1}]subtitles=${captions}[v]`,
    `[${voiceInput}:a]adelay=4000:all=1,apad=whole_dur=60,asplit[voice][key]`,
    `[${musicInput}:a]afade=t=out:st=58:d=2[music]`,
    `[music][key]sidechaincompress=threshold=0.02:ratio=8:attack=250:release=600[quiet]`,
    `[quiet][voice]amix=inputs=2:normalize=0,loudnorm=I=-14,aresample=48000[a]`,
  ];
  await run(
    "ffmpeg",
    [
      ...["-v", "error", "-y", ...inputs, "-i", voice, "-i", music],
      ...["-filter_complex", filters.join(";"), "-map", "[v]", "-map", "[a]"],
      // As the studio's encoder is set: x264 writes its options into the file.
      ...["-c:v", "libx264", "-preset", "superfast", "-tune", "zerolatency", "-profile:v", "high"],
      ...["-b:v", String(bitsPerSecond), "-pix_fmt", "yuv420p"],
      ...["-c:a", "aac", "-b:a", "192k", "-ac", "2", "-movflags", "+faststart", output],
    ],
    { maxBuffer: 1e7 },
  );
  return output;
}
