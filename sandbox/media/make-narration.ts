import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, open, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { downloadZip } from "client-zip";
import { pack, type Pack } from "tar-stream";
import { countCodePoints } from "../rules/fields.ts";
import type { NarrationRequest } from "../rules/narration-rules.ts";
import type { TextUnit } from "../rules/text-file-rules.ts";
import { stripFaultWords } from "../fault-words.ts";
import { orderSpeech } from "./order-speech.ts";
import { formatSentences } from "./subtitles.ts";
import type { MadeSound } from "./workshop/sound-cache.ts";
import type { SoundWorkshop } from "./workshop/sound-workshop.ts";

/** How the result is wrapped: the tar of unshown.md (Long speech: result file), or what goes wrong with it. */
export type ResultForm = "tar" | "zip" | "audio" | "empty" | "damaged-tar" | "truncated-tar" | "escaping-tar";

/** What a narration task keeps: its request and the texts to speak, so that its file can be made after a restart. */
export interface NarrationJob {
  request: NarrationRequest;
  units: TextUnit[];
  resultForm: ResultForm;
  /** The task ends as Expired instead of Success. */
  expires: boolean;
  take?: number | undefined;
}

export interface NarrationOrder {
  /** Name of the folder in the archive. */
  folder: string;
  request: NarrationRequest;
  units: readonly TextUnit[];
  resultForm: ResultForm;
  take: number | undefined;
}

/** A file of the result: bytes, or a sound on disk. */
interface Member {
  name: string;
  content: Buffer | MadeSound;
}

/**
 * Makes the result of long speech into a file: an archive with one folder that holds, for each text, its sound, a
 * `.titles` file with the timing of its sentences and an `.extra` file with facts about the sound.
 */
export async function makeNarration(
  workshop: SoundWorkshop,
  order: NarrationOrder,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const members: Member[] = [];
  for (const unit of order.units) {
    const { request, take } = order;
    const sound = await workshop.make(orderSpeech(request.model, unit.text, request, take), { signal });
    members.push(...describeUnit(unit, sound, order));
  }
  switch (order.resultForm) {
    case "audio": {
      const sound = members.find(({ content }) => !Buffer.isBuffer(content))?.content as MadeSound;
      return copyFile(sound.path, path);
    }
    case "empty":
      return writeFile(path, "");
    case "zip":
      return writeZip(members, path);
    case "tar":
    case "escaping-tar":
      return writeTar(members, path);
    case "damaged-tar":
      await writeTar(members, path);
      return damage(path);
    case "truncated-tar":
      await writeTar(members, path);
      return truncate(path, Math.floor((await stat(path)).size / 2));
  }
}

function describeUnit(unit: TextUnit, sound: MadeSound, order: NarrationOrder): Member[] {
  const { facts } = sound;
  const text = stripFaultWords(unit.text);
  const extra = {
    audio_length: facts.durationMs,
    audio_sample_rate: facts.sampleRate,
    audio_size: facts.sizeBytes,
    bitrate: facts.bitrate,
    audio_format: order.request.audio.format,
    audio_channel: facts.channels,
    word_count: countCodePoints(text),
    usage_characters: countCodePoints(text),
  };
  const folder = order.resultForm === "escaping-tar" ? "../../../escaped" : order.folder;
  return [
    { name: `${folder}/${unit.name}.${facts.extension}`, content: sound },
    { name: `${folder}/${unit.name}.titles`, content: Buffer.from(formatSentences(facts.sentences)) },
    { name: `${folder}/${unit.name}.extra`, content: Buffer.from(JSON.stringify(extra)) },
  ];
}

async function writeTar(members: readonly Member[], path: string): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(path));
  await Promise.all([fillTar(archive, members), written]);
}

async function fillTar(archive: Pack, members: readonly Member[]): Promise<void> {
  // A fixed time keeps the archive the same whenever it is made.
  const mtime = new Date(0);
  for (const { name, content } of members) {
    if (Buffer.isBuffer(content)) {
      await new Promise<void>((resolve, reject) =>
        archive.entry({ name, mtime }, content, (error) => (error ? reject(error) : resolve())),
      );
    } else {
      const entry = archive.entry({ name, mtime, size: content.facts.sizeBytes });
      await pipeline(createReadStream(content.path), entry);
    }
  }
  archive.finalize();
}

async function writeZip(members: readonly Member[], path: string): Promise<void> {
  const lastModified = new Date(Date.UTC(2000, 0, 1));
  const files = await Promise.all(
    members.map(async ({ name, content }) => ({
      name,
      lastModified,
      input: Buffer.isBuffer(content) ? content : await readFile(content.path),
    })),
  );
  await writeFile(path, Buffer.from(await downloadZip(files).arrayBuffer()));
}

/** Breaks the checksum of the first header. */
async function damage(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.write(Buffer.from("9999999\0"), 0, 8, 148);
  } finally {
    await file.close();
  }
}
