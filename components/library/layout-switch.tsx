"use client";

import { LayoutGrid, List } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { itemLayouts, type ItemLayout } from "@/lib/appearance/item-layout";

const icons = { grid: LayoutGrid, list: List };

/** Shows items as a grid or as a list. */
export function LayoutSwitch({
  layout,
  onChoose,
}: {
  layout: ItemLayout;
  onChoose: (layout: ItemLayout) => Promise<void>;
}) {
  const t = useTranslations("library");
  return (
    <span
      role="group"
      aria-label={t("layout.label")}
      className="flex shrink-0 gap-0.5 rounded-md border border-line bg-raised p-0.5"
    >
      {itemLayouts.map((each) => {
        const Icon = icons[each];
        return (
          <IconButton
            key={each}
            label={t(`layout.${each}`)}
            aria-pressed={each === layout}
            className="h-7! aria-pressed:bg-hover aria-pressed:text-text aria-pressed:shadow-thumb"
            onClick={() => {
              onChoose(each).catch(() => showToast({ tone: "danger", title: t("loadFailed") }));
            }}
          >
            <Icon aria-hidden />
          </IconButton>
        );
      })}
    </span>
  );
}
