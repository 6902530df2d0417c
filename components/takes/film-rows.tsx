import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useUnits } from "@/lib/i18n/units";
import type { ExportedFilm } from "./exported-film";
import { Row } from "./parameter-row";

/** Which film it was exported from, and how. */
export function FilmRows({ film }: { film: ExportedFilm }) {
  const t = useTranslations("takes.film");
  const units = useUnits();
  const { filmId, version, quality, aspect, framesPerSecond, captions, loudnessLufs } = film;
  return (
    <>
      <Row label={t("film")}>
        <Link
          href={`/films/${filmId}`}
          className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-text"
        >
          {t("version", { number: version })}
        </Link>
      </Row>
      {quality === undefined ? null : <Row label={t("quality")}>{quality}</Row>}
      {aspect === undefined ? null : <Row label={t("aspect")}>{aspect}</Row>}
      <Row label={t("captions")}>{t(`caption.${captions}`)}</Row>
      {framesPerSecond === undefined ? null : (
        <Row label={t("frameRate")}>{units.frameRate(framesPerSecond)}</Row>
      )}
      {loudnessLufs === undefined ? null : (
        <Row label={t("loudness")}>
          {loudnessLufs === null ? t("unchanged") : t("lufs", { value: loudnessLufs })}
        </Row>
      )}
    </>
  );
}
