import { Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { Picture } from "@/components/takes/picture";
import { classNames } from "@/components/ui/class-names";
import type { ProjectDto } from "@/lib/projects/project-dto";

/** The cover of a project, or a folder in its colour. */
export function ProjectCover({
  project: { cover, colour },
  sizes,
  className,
}: {
  project: ProjectDto;
  /** The displayed width as CSS `sizes`. */
  sizes: string;
  className?: string;
}) {
  const t = useTranslations("projects");
  return (
    <span
      data-colour={colour}
      className={classNames(
        "relative block aspect-video overflow-hidden rounded-lg border border-line bg-panel",
        className,
      )}
    >
      {cover ? (
        <Picture
          key={cover.assetId}
          url={`/api/media/${cover.assetId}`}
          alt=""
          sizes={sizes}
          brokenLabel={t("coverBroken")}
        />
      ) : (
        <span className="grid size-full place-content-center bg-[color-mix(in_oklab,var(--project)_12%,transparent)] text-(--project)">
          <Folder aria-hidden className="size-7 stroke-[1.5]" />
        </span>
      )}
    </span>
  );
}
