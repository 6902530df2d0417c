"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef } from "react";
import { Copy, Scissors, Trash } from "lucide-react";
import type { MenuItem } from "@/components/ui/menu";
import { OpenMenuContext } from "@/components/ui/open-menu";
import { useDesk } from "../desk/use-desk";
import { useShared } from "./shared-value";
import { canEditFilm } from "./can-edit-film";
import { useTimeline } from "./use-timeline";

const MenuContent = lazy(() => import("@/components/ui/menu-content"));

/** What can be done with the selected clips, where the pointer or the focused clip is. */
export function ClipMenu() {
  const { menu } = useTimeline();
  const opened = useShared(menu, (value) => value);
  return opened ? <OpenClipMenu key={opened.id} {...opened} /> : null;
}

function OpenClipMenu({ id, x, y }: { id: string; x: number; y: number }) {
  const t = useTranslations("timeline");
  const { menu, edits, focus } = useTimeline();
  const canEdit = useDesk(canEditFilm);
  const isShot = useDesk(({ document }) => document.shots.some((shot) => shot.id === id));
  // Focus goes back to where it was: a clip that the keyboard is on, or the timeline.
  const before = useRef(document.activeElement instanceof HTMLButtonElement ? document.activeElement : null);
  const items: MenuItem[] = [
    { label: t("split"), icon: <Scissors aria-hidden />, keys: "S", onSelect: () => edits.split() },
    { label: t("menu.duplicate"), icon: <Copy aria-hidden />, onSelect: () => edits.duplicate() },
    { kind: "separator" },
    { label: t("menu.startHere"), keys: "[", onSelect: () => edits.trimToPlayhead("start") },
    { label: t("menu.endHere"), keys: "]", onSelect: () => edits.trimToPlayhead("end") },
    {
      label: isShot ? t("menu.shotEarlier") : t("menu.frameEarlier"),
      onSelect: () => edits.move(-1),
    },
    { label: isShot ? t("menu.shotLater") : t("menu.frameLater"), onSelect: () => edits.move(1) },
    { kind: "separator" },
    {
      label: t("menu.remove"),
      icon: <Trash aria-hidden />,
      destructive: true,
      onSelect: () => edits.remove(),
    },
  ];
  return (
    <span className="fixed size-px" style={{ left: x, top: y }}>
      <Suspense fallback={null}>
        <OpenMenuContext
          value={{
            label: t("menu.label"),
            open: true,
            onOpenChange: (open) => {
              if (open) return;
              menu.set(null);
              if (!before.current) focus();
            },
            buttonRef: before,
            container: document.querySelector<HTMLElement>("[data-timeline]"),
            side: "bottom",
            align: "start",
          }}
        >
          <MenuContent items={canEdit ? items : []} />
        </OpenMenuContext>
      </Suspense>
    </span>
  );
}
