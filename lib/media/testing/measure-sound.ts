import { LoudnessMeter } from "../conversion/loudness-meter";
import type { SampleSound } from "./sample-audio";

type Sound = Pick<SampleSound, "channelData" | "sampleRateHz">;

/** Integrated loudness in LUFS; its meter is proven by the signals of EBU Tech 3341 and values of libebur128. */
export function measureLoudness({ channelData, sampleRateHz }: Sound): number {
  const meter = new LoudnessMeter({ sampleRateHz, channels: channelData.length });
  meter.add(channelData);
  return meter.measure() ?? -Infinity;
}

/** Samples on each side of a place between two samples. */
const reach = 24;
const placesPerSample = 8;
/** Only around samples that are nearly as high can the wave be higher than elsewhere. */
const nearlyHighest = 0.6;

/** True peak in dBTP at eight times the rate, by a sinc of 48 samples: finer than what limits peaks. */
export function measureTruePeak({ channelData }: Sound): number {
  const peaks = channelData.map((channel) => {
    const highest = channel.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    let peak = highest;
    for (let index = 0; index < channel.length; index += 1) {
      if (Math.abs(channel[index]!) < nearlyHighest * highest) continue;
      for (let place = 1 - placesPerSample; place < placesPerSample; place += 1) {
        peak = Math.max(peak, Math.abs(interpolate(channel, index + place / placesPerSample)));
      }
    }
    return peak;
  });
  return 20 * Math.log10(Math.max(...peaks));
}

function interpolate(channel: Float32Array, at: number): number {
  let level = 0;
  const whole = Math.floor(at);
  for (let index = whole - reach + 1; index <= whole + reach; index += 1) {
    const distance = at - index;
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    level += (channel[index] ?? 0) * sinc * window;
  }
  return level;
}
