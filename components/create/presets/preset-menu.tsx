"use client";

import { Bookmark } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { partWithMessages } from "@/components/takes/part-with-messages";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";
import type { PresetMenuProps } from "./preset-menu-content";

const loaders = partWithMessages(
  "presets",
  () => import("./preset-menu-content").then(({ PresetMenuContent }) => PresetMenuContent),
  { en: () => import("@/messages/en/presets.json"), zh: () => import("@/messages/zh/presets.json") },
);

/** Fills the form with saved values, and saves those it has. The code and the texts come with the first use. */
export function PresetMenu(props: PresetMenuProps) {
  const t = useTranslations("create");
  return (
    <Menu
      label={t("presets")}
      variant="outline"
      size="small"
      content={<FetchedPart load={loaders[useLocale()]} props={props} />}
    >
      <Bookmark aria-hidden />
      {t("presets")}
    </Menu>
  );
}
