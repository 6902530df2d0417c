import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { downloadZip } from "client-zip";
import { pack } from "tar-stream";
import { FaultSet, stripFaultDirectives } from "../faults.ts";
import type { SoundOrder } from "./make-sound.ts";
import { SeededRandom } from "./random.ts";
import { formatSentences } from "./speech/perform-speech.ts";
import type { MadeSound, Workshop } from "./workshop.ts";
import { countCodePoints } from "../rules/fields.ts";
import type { NarrationRequest, SpeechRequest, SpeechSettings } from "../rules/speech-rules.ts";
import type { TextUnit } from "../rules/text-file-rules.ts";
import type { Task } from "../state/task-store.ts";

/** What a narration task keeps: its request and the texts to speak, so that its file can be made after a restart. */
export interface NarrationJob {
  request: NarrationRequest;
  units: TextUnit[];
  take?: number | undefined;
}

interface Member {
  name: string;
  content: Buffer | MadeSound;
}

/**
 * Writes the result of long speech to a file: an archive with one folder that holds, for each text, its sound, a
 * `.titles` file with the timing of its sentences and an `.extra` file with facts about the sound.
 */
export async function narrateTask(workshop: Workshop, task: Task, path: string): Promise<void> {
  const faults = new FaultSet(task.faults);
  const { request, units, take } = task.request as NarrationJob;
  const folder = faults.has("escaping-tar") ? "../../../escaped" : task.taskId;
  const members: Member[] = [];
  for (const unit of units) {
    const sound = await workshop.makeSound(orderSpeech(request.model, unit.text, request, take));
    if (faults.has("audio-result")) return copyFile(sound.path, path);
    members.push(...describeUnit(unit, sound, folder, request));
  }
  if (faults.has("empty-result")) return writeFile(path, "");
  if (faults.has("zip-result")) return writeZip(members, path);
  await writeTar(members, path);
  if (faults.has("damaged-tar")) await damage(path);
  if (faults.has("truncated-tar")) await truncate(path, Math.floor((await stat(path)).size / 2));
}

function describeUnit(unit: TextUnit, sound: MadeSound, folder: string, request: NarrationRequest): Member[] {
  const { facts } = sound;
  const text = stripFaultDirectives(unit.text);
  const extra = {
    audio_length: facts.durationMs,
    audio_sample_rate: facts.sampleRate,
    audio_size: facts.sizeBytes,
    bitrate: facts.bitrate,
    audio_format: request.audio.format,
    audio_channel: facts.channels,
    word_count: countCodePoints(text),
    usage_characters: countCodePoints(text),
  };
  return [
    { name: `${folder}/${unit.name}.${facts.extension}`, content: sound },
    { name: `${folder}/${unit.name}.titles`, content: Buffer.from(formatSentences(facts.sentences)) },
    { name: `${folder}/${unit.name}.extra`, content: Buffer.from(JSON.stringify(extra)) },
  ];
}

async function writeTar(members: readonly Member[], path: string): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(path));
  for (const { name, content } of members) {
    const [size, source] = Buffer.isBuffer(content)
      ? [content.byteLength, Readable.from([content])]
      : [content.facts.sizeBytes, createReadStream(content.path)];
    // A fixed time keeps the archive the same whenever it is made.
    await pipeline(source, archive.entry({ name, size, mtime: new Date(0) }));
  }
  archive.finalize();
  await written;
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

/** Makes the checksum of the first header wrong. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.write("9999999\0", 148);
  await writeFile(path, bytes);
}

/** `voice_modify.pitch` at its bounds, -100 and 100. */
const SEMITONES_AT_BOUND = 8;

/** The sound of a text under the settings of a request, fault directives left out; takes of it differ in pace and pitch. */
export function orderSpeech(
  model: string,
  text: string,
  settings: SpeechSettings & Partial<Pick<SpeechRequest, "timberWeights">>,
  take: number | undefined,
): SoundOrder {
  const { voice, audio, modify, timberWeights = [] } = settings;
  const modifiedPitch = (modify.pitch / 100) * SEMITONES_AT_BOUND;
  const mood = chooseMood(take);
  return {
    shape: {
      format: audio.format,
      sampleRate: audio.sampleRate,
      channels: audio.channels,
      mp3Bitrate: audio.bitrate,
    },
    content: {
      kind: "speech",
      part: {
        text: stripFaultDirectives(text),
        voices: timberWeights.length > 0 ? timberWeights : [{ voiceId: voice.voiceId, weight: 1 }],
        manner: {
          speed: voice.speed * mood.pace,
          pitch: voice.pitch + modifiedPitch + mood.semitones,
          emotion: voice.emotion,
        },
        volume: voice.volume,
        languageBoost: settings.languageBoost,
        pronunciations: settings.pronunciations,
        hasToneTags: model.startsWith("speech-2.8"),
        effects: { intensity: modify.intensity, timbre: modify.timbre, soundEffect: modify.soundEffect },
        hasWatermark: settings.hasWatermark,
      },
    },
  };
}

function chooseMood(take: number | undefined): { pace: number; semitones: number } {
  if (take === undefined) return { pace: 1, semitones: 0 };
  const random = new SeededRandom(`speech ${take}`);
  return { pace: random.between(0.94, 1.06), semitones: random.between(-1, 1) };
}
