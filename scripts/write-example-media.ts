import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileTypeFromBuffer } from "file-type";
import { format, resolveConfig } from "prettier";
import sharp from "sharp";
import type { ExampleMedia } from "@/components/create/example-list";
import { findExamplePicture } from "@/generators/video/first-frame/example-pictures";
import { generators } from "@/generators/registry";
import { computePeaks } from "@/lib/media/peaks/compute-peaks";
import { drawExample, hearExample, hearNarration } from "./example-media/order-example";
import { runSandbox, type RunningSandbox } from "./example-media/run-sandbox";

/** Four by three, for a place of 96 by 72 on a screen of three pixels to one. */
const thumbnail = { width: 288, height: 216 };
const waveLevels = 40;
const folder = "public/examples";
const listFile = "generators/example-media.json";

type Input = Record<string, unknown>;

/** Makes what stands beside every example: pictures and waves that are the sandbox's own answer to that very example. */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const sandbox = await runSandbox();
  const media: Record<string, ExampleMedia> = {};
  try {
    for (const { id, examples } of generators) {
      for (const { key, input } of examples) {
        const made = await makeMedia(sandbox, `${id}-${key}`, id, input as Input);
        if (made) media[`${id}/${key}`] = made;
        process.stdout.write(`${id}/${key}\n`);
      }
    }
  } finally {
    await sandbox.stop();
  }
  const options = { ...(await resolveConfig(listFile)), filepath: listFile };
  await writeFile(listFile, await format(JSON.stringify(media), options));
}

function makeMedia(
  sandbox: RunningSandbox,
  name: string,
  generator: string,
  input: Input,
): Promise<ExampleMedia> | null {
  switch (generator) {
    case "image":
      return drawExample(sandbox, input).then(async (picture) => ({
        kind: "picture",
        url: await writeThumbnail(name, picture),
      }));
    case "video": {
      // A video begins with its first frame: the picture that comes with the studio.
      const { url } = input.first_frame_image as { url: string };
      const file = findExamplePicture(url);
      if (!file) throw new Error(`${name}: its first frame is no picture of the studio.`);
      const picture = readFile(path.join("public", file.path));
      return picture.then(async (bytes) => ({ kind: "video", url: await writeThumbnail(name, bytes) }));
    }
    case "narration":
      return hearNarration(sandbox, input).then(drawWave);
    case "music":
    case "cover":
    case "speech":
      return hearExample(sandbox, generator, input).then(drawWave);
    default:
      // A new generator's examples are words only until they are made here.
      return null;
  }
}

async function writeThumbnail(name: string, picture: Buffer): Promise<string> {
  const file = path.join(folder, `${name}.webp`);
  const { width, height } = thumbnail;
  const { width: fullWidth = 0, height: fullHeight = 0 } = await sharp(picture).metadata();
  // The caption that the sandbox draws at the foot cannot be read at this size.
  const seen = { left: 0, top: 0, width: fullWidth, height: Math.round(fullHeight * 0.82) };
  await sharp(picture)
    .extract(seen)
    .resize(width, height, { fit: "cover" })
    .webp({ quality: 72 })
    .toFile(file);
  return `/examples/${name}.webp`;
}

async function drawWave(sound: Buffer): Promise<ExampleMedia> {
  const mimeType = (await fileTypeFromBuffer(sound))?.mime ?? "unknown";
  const { peaks, durationSeconds } = await computePeaks(toChunks(sound), {
    mimeType: mimeType === "audio/x-flac" ? "audio/flac" : mimeType,
  });
  const loudest = Math.max(...peaks);
  const levels = Array.from({ length: waveLevels }, (_unused, index) => {
    const [from, to] = [index, index + 1].map((at) => Math.floor((at * peaks.length) / waveLevels));
    const part = peaks.slice(from, to);
    const mean = part.reduce((sum, level) => sum + level, 0) / part.length;
    return Math.round((100 * mean) / loudest);
  });
  return { kind: "sound", durationSeconds: Math.round(durationSeconds * 10) / 10, levels };
}

async function* toChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

await main();
