import type { CSSProperties } from "react";
import { classNames } from "@/components/ui/class-names";
import type { FilmAspect } from "@/lib/films/film-document";

/** The aspect of a film as a shape, within a square of 1em. */
export function AspectShape({ aspect, className }: { aspect: FilmAspect; className?: string }) {
  const [width = 1, height = 1] = aspect.split(":").map(Number);
  const longer = Math.max(width, height);
  return (
    <span aria-hidden className={classNames("inline-grid size-[1em] shrink-0 place-items-center", className)}>
      <span
        style={{ width: `${width / longer}em`, height: `${height / longer}em` } as CSSProperties}
        className="rounded-[0.15em] border-[1.5px] border-current"
      />
    </span>
  );
}
