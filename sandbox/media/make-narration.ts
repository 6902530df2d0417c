import { pack, type Pack } from "tar-stream";
import { stripFaultWords } from "../fault-words.ts";
import type { NarrationRequest } from "../rules/narration-rules.ts";
import type { TextUnit } from "../rules/text-file-rules.ts";
import { countCodePoints } from "../rules/fields.ts";
import { encodeSound } from "./audio/encode-sound.ts";
import { durationMsOf } from "./audio/sound.ts";
import { speakText } from "./audio/speak-text.ts";
import { formatSentences } from "./subtitles.ts";

/**
 * The result of long speech: a tar with one folder that holds, for each text, its sound, a `.titles` file with the
 * timing of its sentences and an `.extra` file with facts about the sound (unshown.md, Long speech: result file).
 */
export async function makeNarration(
  folder: string,
  request: NarrationRequest,
  units: readonly TextUnit[],
): Promise<Buffer> {
  const archive = pack();
  const collected = collect(archive);
  for (const unit of units) {
    const text = stripFaultWords(unit.text);
    const { sound, sentences } = speakText(text, {
      voice: request.voice,
      sampleRate: request.audio.sampleRate,
      channels: request.audio.channels,
      hasWatermark: request.hasWatermark,
    });
    const encoded = await encodeSound(sound, request.audio.format, request.audio.bitrate);
    const extra = {
      audio_length: durationMsOf(sound),
      audio_sample_rate: sound.sampleRate,
      audio_size: encoded.bytes.byteLength,
      bitrate: encoded.bitrate,
      audio_format: request.audio.format,
      audio_channel: sound.channels.length,
      word_count: countCodePoints(text),
      usage_characters: countCodePoints(text),
    };
    await addFile(archive, `${folder}/${unit.name}.${encoded.extension}`, encoded.bytes);
    await addFile(archive, `${folder}/${unit.name}.titles`, Buffer.from(formatSentences(sentences)));
    await addFile(archive, `${folder}/${unit.name}.extra`, Buffer.from(JSON.stringify(extra)));
  }
  archive.finalize();
  return collected;
}

function addFile(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    // A fixed time keeps the archive the same whenever it is made.
    archive.entry({ name, mtime: new Date(0) }, bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function collect(archive: Pack): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
