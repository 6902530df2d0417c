import { Film } from "lucide-react";
import { useTranslations } from "next-intl";
import { Picture } from "@/components/takes/picture";
import { classNames } from "@/components/ui/class-names";
import type { FilmDto } from "@/lib/films/film-dto";

/** What the first shot shows, cut to the aspect of the film, or an icon. */
export function FilmCover({ film, sizes, className }: { film: FilmDto; sizes: string; className?: string }) {
  const t = useTranslations("films");
  const [width = 16, height = 9] = film.aspect.split(":").map(Number);
  return (
    <span
      className={classNames(
        "relative grid aspect-video place-items-center overflow-hidden rounded-lg border border-line bg-panel",
        className,
      )}
    >
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
    </span>
  );
}
