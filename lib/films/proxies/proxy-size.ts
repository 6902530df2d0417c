/** The lines of a proxy of 16:9. */
const proxyLines = 540;
/** The shorter side of what a laptop decodes and seeks in at once, two in a frame, also where only the first frame is a key frame. */
const mostLines = 600;
const mostBitsPerSecond = 12_000_000;

interface VideoFacts {
  bytes: number;
  width?: number | undefined;
  height?: number | undefined;
  durationSeconds?: number | undefined;
}

/** Whether a film is edited with a smaller copy of a video. Pure. */
export function needsProxy({ bytes, width = 0, height = 0, durationSeconds = 0 }: VideoFacts): boolean {
  const bitsPerSecond = durationSeconds > 0 ? (8 * bytes) / durationSeconds : 0;
  return Math.min(width, height) > mostLines || bitsPerSecond > mostBitsPerSecond;
}

/** The size of the proxy of a video that is shown in a size: even, and not larger. Pure. */
export function findProxySize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, proxyLines / Math.min(width, height));
  const toEven = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: toEven(width), height: toEven(height) };
}
