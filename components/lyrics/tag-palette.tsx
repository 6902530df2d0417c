"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import type { TokenEditorActions } from "@/components/form/token-editor";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Popover } from "@/components/ui/popover";

const loadTagList = () => import("./tag-list");
/** When the button is hovered or focused, so that the panel opens with its content. */
const fetchAhead = () => void loadTagList().catch(() => undefined);

/** A palette of the 14 structure tags with their meanings. Inserts one, or replaces the selected one. */
export function TagPalette({ actions, disabled }: { actions: TokenEditorActions; disabled: boolean }) {
  const t = useTranslations("lyrics");
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("palette.title")}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      trigger={
        <>
          <Tag aria-hidden />
          {t("palette.button")}
        </>
      }
      panelClassName="w-[min(26rem,calc(100vw-2rem))] p-2!"
    >
      {(close) => <FetchedPart load={loadTagList} props={{ actions, onDone: close }} />}
    </Popover>
  );
}
