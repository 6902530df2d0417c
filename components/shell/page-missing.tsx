import { Compass } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** The page for unknown addresses. */
export function PageMissing() {
  const t = useTranslations("common.pageMissing");
  return (
    <EmptyState
      headingLevel={1}
      icon={<Compass aria-hidden />}
      title={t("title")}
      actions={
        <>
          <Link href="/" className={buttonVariants()}>
            {t("home")}
          </Link>
          <Link href="/library" className={buttonVariants({ variant: "ghost" })}>
            {t("library")}
          </Link>
        </>
      }
    >
      {t("explanation")}
    </EmptyState>
  );
}
