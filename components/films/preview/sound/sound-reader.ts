import { AudioBufferSink, InputDisposedError, type WrappedAudioBuffer } from "mediabunny";
import { filmSampleRateHz } from "@/lib/films/mix-sound";
import { Resampler } from "@/lib/films/render/resampler";
import type { MediaFiles } from "../media-files";

export type StereoBlock = [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];

/**
 * Reads a sound from a position on in the rate of films, as lib/films/render/read-sound.ts does: by the same resampler, so that blocks
 * join without a seam. What comes before the first sample of a file is silence. Ends where the file has no sound.
 * With `needsAll`, a sound that the browser can't decode is an error, otherwise it ends at once.
 *
 * @throws where the file can't be read
 */
export async function* readSound(
  files: MediaFiles,
  address: string,
  {
    from,
    speed,
    signal,
    needsAll = false,
  }: { from: number; speed: number; signal: AbortSignal; needsAll?: boolean },
): AsyncGenerator<StereoBlock> {
  const { input, release } = files.open(address);
  let buffers: AsyncGenerator<WrappedAudioBuffer, void, unknown> | undefined;
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || signal.aborted) return;
    if (!(await track.canDecode())) {
      if (needsAll) throw new Error("The browser can't decode the sound");
      return;
    }
    buffers = new AudioBufferSink(track).buffers(from);
    let resampler: Resampler | undefined;
    let isFirst = true;
    for await (const { buffer, timestamp } of buffers) {
      if (signal.aborted) return;
      const rate = buffer.sampleRate;
      // By whole samples, which no ear can tell.
      const early = isFirst ? Math.round((from - timestamp) * rate) : 0;
      isFirst = false;
      const stereo = toStereo(buffer, early);
      const step = (rate * speed) / filmSampleRateHz;
      if (step === 1) {
        yield stereo;
        continue;
      }
      resampler ??= new Resampler({ step, channels: 2 });
      const [left, right] = resampler.add(stereo);
      yield [left!, right!];
    }
    if (!resampler) return;
    const [left, right] = resampler.flush();
    yield [left!, right!];
  } catch (error) {
    if (!(error instanceof InputDisposedError)) throw error;
  } finally {
    await buffers?.return().catch(() => undefined);
    release();
  }
}

/** One channel is heard on both sides; of more than two, only the first two are. `early` samples are left out, or are silence before it. */
function toStereo(buffer: AudioBuffer, early: number): StereoBlock {
  const read = (channel: number): Float32Array<ArrayBuffer> => {
    const samples = buffer.getChannelData(channel);
    if (early >= 0) return samples.slice(early);
    const later = new Float32Array(samples.length - early);
    later.set(samples, -early);
    return later;
  };
  const left = read(0);
  return [left, buffer.numberOfChannels > 1 ? read(1) : left];
}
