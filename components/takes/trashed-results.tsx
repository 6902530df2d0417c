"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { listTrashed } from "@/components/queries/shown-results";
import { useItemChange } from "@/components/queries/use-item-change";
import { Button } from "@/components/ui/button";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** How many results of a take are in the trash, with a button that restores them. Loaded on demand, hence the default export. */
export default function TrashedResults({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes");
  const { mutate } = useItemChange();
  const items = listTrashed(generation).flatMap(({ item }) => item ?? []);
  if (items.length === 0) return null;
  function restore() {
    for (const item of items) mutate({ generationId: generation.id, item, change: { trashed: false } });
  }
  return (
    <p className="mt-2 flex items-center gap-1 text-xs text-text-3">
      {t("item.trashed", { count: items.length })}
      <Button variant="ghost" size="small" onClick={restore} className="text-xs">
        <Undo2 aria-hidden />
        {t("actions.restore")}
      </Button>
    </p>
  );
}
