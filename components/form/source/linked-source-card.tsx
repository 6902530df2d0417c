"use client";

import { Link2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { describeUrl } from "../media-source";

/** Media behind an address: it is named, not fetched, and so not checked. */
export function LinkedSourceCard({
  url,
  note,
  disabled,
  onRemove,
}: {
  url: string;
  /** What becomes of it. */
  note: string;
  disabled: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations("form.source");
  const name = describeUrl(url);
  return (
    <div className="flex items-center gap-3 rounded-md border px-3.5 py-2.5">
      <Link2 aria-hidden className="size-4 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={url}>
          {name}
        </p>
        <p className="text-2xs text-text-3">{note}</p>
      </div>
      <IconButton label={t("remove", { name })} disabled={disabled} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
