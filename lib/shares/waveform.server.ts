import { inertHeaders, matchesEntityTag, privateRevalidated } from "@/lib/media/delivery/media-headers";
import { getPeaks, hasPeaks } from "@/lib/media/peaks/get-peaks.server";
import { peaksDtoSchema } from "@/lib/media/peaks/peaks-dto";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { StudioError } from "@/lib/errors/studio-error";

const barCount = 160;
const height = 64;

/** The waveform of an asset as an SVG image, which a page without scripts can show and colour as a mask. */
export async function createWaveformResponse(request: Request, asset: StoredAsset): Promise<Response> {
  if (!hasPeaks(asset)) throw new StudioError("not-found");
  const tag = `"${asset.sha256}-waveform-1"`;
  const headers = new Headers({ ...inertHeaders, etag: tag, "cache-control": privateRevalidated });
  if (matchesEntityTag(request.headers.get("if-none-match"), tag))
    return new Response(null, { status: 304, headers });
  const { peaks } = peaksDtoSchema.parse(JSON.parse((await getPeaks(asset)).toString()));
  headers.set("content-type", "image/svg+xml");
  return new Response(request.method === "HEAD" ? null : drawBars(peaks), { headers });
}

/** Bars of the loudest level of each equal part, up to the height of the loudest of all. Pure. */
export function drawBars(peaks: readonly number[]): string {
  const levels = Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    return Math.max(0, ...peaks.slice(from, to));
  });
  const loudest = Math.max(1, ...levels);
  const bars = levels.map((level, bar) => {
    const length = Math.max(2, Math.round((level / loudest) * height));
    return `M${bar * 4 + 1} ${(height - length) / 2}v${length}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${barCount * 4} ${height}" preserveAspectRatio="none"><path d="${bars.join("")}" stroke="#000" stroke-width="2"/></svg>`;
}
