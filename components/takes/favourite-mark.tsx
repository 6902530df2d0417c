import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names";

/** Says that something is a favourite, where it cannot be changed. */
export function FavouriteMark({ className }: { className?: string }) {
  const t = useTranslations("takes");
  return (
    <span className={classNames("inline-grid shrink-0 place-items-center", className)} title={t("favourite")}>
      <Star aria-hidden className="size-3.5 fill-current" />
      <span className="sr-only">{t("favourite")}</span>
    </span>
  );
}
