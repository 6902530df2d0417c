import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ExportSettings } from "@/lib/films/export-dto";
import type { FilmDocument } from "@/lib/films/film-document";
import { isLoopFormat } from "@/lib/films/film-loop";
import { measureFilm } from "@/lib/films/lay-out-film";
import { findCeilingDb } from "@/lib/films/mix-sound";
import { useUnits } from "@/lib/i18n/units";
import type { DeskState } from "../desk/film-desk";
import { useDesk } from "../desk/use-desk";

/** A longer film takes too many minutes and bytes for a hint. */
const longestFilmMs = 15 * 60_000;
/** Differences that the export leaves, and nobody hears. */
const toleranceLu = 0.1;

interface MixExport {
  /** What is exported. */
  document: FilmDocument;
  format: ExportSettings["format"];
  /** Null keeps the levels of the film. */
  loudnessLufs: number | null;
}

/**
 * How loud the film is, and what its export changes about that, measured in the browser from the files of its sounds. Undefined for long
 * films, for exports without sound, and where the browser can't decode a sound.
 */
export function useMixWords({ document, format, loudnessLufs }: MixExport): string | undefined {
  const t = useTranslations("desk.export.mix");
  const units = useUnits();
  const items = useDesk((state) => state.items);
  const { data, isLoading } = useQuery({
    queryKey: ["film-mix", ...listHeardFacts(document, items)],
    queryFn: async ({ signal }) => {
      const { measureMix } = await import("../preview/sound/measure-mix");
      return measureMix({ document, items }, signal);
    },
    enabled:
      typeof AudioDecoder !== "undefined" && !isLoopFormat(format) && measureFilm(document) <= longestFilmMs,
    retry: false,
  });
  if (isLoading) return t("measuring");
  if (!data) return undefined;
  if (data.loudnessLufs === null) return t("silent");
  const now = units.level(data.loudnessLufs);
  const change = loudnessLufs === null ? 0 : loudnessLufs - data.loudnessLufs;
  const isLimited = data.truePeakDb + change > findCeilingDb(format === "wav");
  const peaks = isLimited ? t("limited") : t("notLimited");
  const facts = { now, change: units.level(Math.abs(change)), peaks };
  if (Math.abs(change) <= toleranceLu) return t("kept", { now, peaks });
  return change > 0 ? t("louder", facts) : t("quieter", facts);
}

/** What decides how loud a film is. */
function listHeardFacts(
  { shots, sounds, tracks, duckDb, frameRate }: FilmDocument,
  items: DeskState["items"],
) {
  const fileOf = (itemId: string) => items.get(itemId)?.assetId;
  return [
    shots.map(({ frames, transition, content }) =>
      content.kind === "video" ? [frames, transition, content, fileOf(content.itemId)] : [frames, transition],
    ),
    sounds.map((sound) => [sound, fileOf(sound.itemId)]),
    ...[tracks, duckDb, frameRate],
  ];
}
