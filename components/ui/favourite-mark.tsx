import { Star } from "lucide-react";
import { classNames } from "./class-names";

/** Marks a favourite where it cannot be changed. */
export function FavouriteMark({ label, className }: { label: string; className?: string }) {
  return (
    <span className={classNames("inline-grid shrink-0 place-items-center", className)} title={label}>
      <Star aria-hidden className="size-3.5 fill-current" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
