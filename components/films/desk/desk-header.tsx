"use client";

import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useDesk } from "./use-desk";

/** The head of the desk: title, whether it is saved, undo and redo, format, length, and Export. */
export function DeskHeader() {
  const t = useTranslations("films");
  const title = useDesk(({ film }) => film.title);
  return (
    <header className="flex items-center gap-2 border-b page-x py-3">
      <Link href="/films" aria-label={t("title")}>
        <ArrowLeft aria-hidden className="size-4" />
      </Link>
      <h1 className="truncate text-sm font-semibold" dir="auto">
        {title}
      </h1>
    </header>
  );
}
