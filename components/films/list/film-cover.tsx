import { Film } from "lucide-react";
import { useTranslations } from "next-intl";
import { LengthBadge } from "@/components/takes/length-badge";
import { Picture } from "@/components/takes/picture";
import { classNames } from "@/components/ui/class-names";
import type { FilmDto } from "@/lib/films/film-dto";

/** What the first shot shows, cut to the aspect of the film, or an icon; and how long it is. */
export function FilmCover({ film, sizes }: { film: FilmDto; sizes: string }) {
  const t = useTranslations("films");
  const [width = 16, height = 9] = film.aspect.split(":").map(Number);
  return (
    <span className="relative grid aspect-video w-full place-items-center overflow-hidden rounded-lg border border-line bg-panel transition-colors group-hover:border-line-strong">
      {film.cover ? (
        <span
          style={{ aspectRatio: `${width} / ${height}` }}
          className={classNames("block overflow-hidden", width / height > 16 / 9 ? "w-full" : "h-full")}
        >
          <Picture
            key={film.cover.assetId}
            url={`/api/media/${film.cover.assetId}`}
            alt=""
            sizes={sizes}
            brokenLabel={t("coverBroken")}
          />
        </span>
      ) : (
        <Film aria-hidden className="size-7 stroke-[1.5] text-text-3" />
      )}
      {film.durationMs > 0 ? (
        <LengthBadge
          output={{ durationSeconds: film.durationMs / 1_000 }}
          className="absolute right-2 bottom-2"
        />
      ) : null}
    </span>
  );
}
