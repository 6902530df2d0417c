/** Interleaved samples of 16 bits, in the scale of the decoders: 16-bit audio is restored exactly. */
export function toPcm16(channelData: readonly Float32Array[]): Int16Array<ArrayBuffer> {
  const channels = channelData.length;
  const pcm = new Int16Array((channelData[0]?.length ?? 0) * channels);
  for (const [index, channel] of channelData.entries()) {
    for (let frame = 0; frame < channel.length; frame += 1) {
      const sample = Math.round(channel[frame]! * 32_768);
      pcm[frame * channels + index] = Math.max(-32_768, Math.min(32_767, sample));
    }
  }
  return pcm;
}
