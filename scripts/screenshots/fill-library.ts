import { readFile } from "node:fs/promises";
import path from "node:path";
import type { StudioApi } from "@/e2e/fixtures/studio-api";
import { findExamplePicture } from "@/generators/video/first-frame/example-pictures";
import { findExampleSound } from "@/generators/cover/reference-sound/example-sound";
import { generators } from "@/generators/registry";
import { isTerminal } from "@/lib/generations/record/states";

/** What the library shows, oldest first: examples, some with a title. */
const wanted: readonly { generator: string; example: string; title?: string }[] = [
  { generator: "narration", example: "guide", title: "Herring hall, stop seven" },
  { generator: "image", example: "panorama" },
  { generator: "speech", example: "news" },
  { generator: "video", example: "street" },
  { generator: "music", example: "rain-study", title: "Rain study" },
  { generator: "image", example: "portrait" },
  { generator: "cover", example: "lounge", title: "Harbour waltz, after midnight" },
  { generator: "video", example: "headland" },
  { generator: "speech", example: "lighthouse", title: "Lighthouse log" },
  { generator: "image", example: "lighthouse" },
];

type Input = Record<string, unknown>;

/** Generates one result after the other, so that the order of the library is always the same. */
export async function fillLibrary(api: StudioApi, log: (line: string) => void): Promise<void> {
  for (const { generator, example, title } of wanted) {
    const input = await bringFiles(api, findInput(generator, example));
    const { id } = await api.call<{ id: string }>("POST", "/api/v1/generations", {
      generator,
      // A fixed seed gives the same picture every time.
      input: { ...input, ...(generator === "image" ? { seed: 7 } : {}), stream: undefined },
      ...(title === undefined ? {} : { title }),
    });
    await waitForSuccess(api, id);
    log(`  ${generator}/${example}`);
  }
}

export function findInput(generator: string, example: string): Input {
  const examples = generators.find(({ id }) => id === generator)?.examples ?? [];
  const found = examples.find(({ key }) => key === example);
  if (!found) throw new Error(`There is no example ${generator}/${example}.`);
  return found.input as Input;
}

/** Uploads the files that an example names, as its form does. */
async function bringFiles(api: StudioApi, input: Input): Promise<Input> {
  const {
    first_frame_image: frame,
    audio_url: sound,
    ...rest
  } = input as {
    first_frame_image?: { url: string };
    audio_url?: { url: string };
  };
  const upload = async (file: { path: string; mimeType: string } | null) => {
    if (!file) throw new Error("An example names a file that does not come with the studio.");
    const bytes = await readFile(path.join("public", file.path));
    const { assetId } = await api.upload(
      path.basename(file.path),
      new Blob([new Uint8Array(bytes)], { type: file.mimeType }),
    );
    return { assetId };
  };
  if (frame) return { ...rest, first_frame_image: await upload(findExamplePicture(frame.url)) };
  if (sound) return { ...rest, audio_base64: await upload(findExampleSound(sound.url)) };
  return rest;
}

export async function waitForSuccess(api: StudioApi, id: string): Promise<void> {
  for (;;) {
    const { state, error } = await api.getGeneration(id);
    if (state === "succeeded") return;
    if (isTerminal(state)) throw new Error(`${id} ended as ${state}: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
