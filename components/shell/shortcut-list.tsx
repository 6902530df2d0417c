"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { playerShortcuts } from "@/components/player/player-shortcuts";
import { itemShortcuts } from "./item-shortcuts";
import { resultShortcuts } from "./result-shortcuts";
import { ShortcutKeys } from "@/components/ui/shortcut-keys";

const groups = {
  everywhere: { palette: "mod+k", shortcuts: "?", close: "escape" },
  making: { submit: "mod+enter" },
  playing: playerShortcuts,
  library: { search: "/", previousResult: resultShortcuts.previous, nextResult: resultShortcuts.next },
  /** On a focused result, in the lightbox and on the page of a result. */
  results: itemShortcuts,
  /** On pages with a video; its own list is complete. */
  videos: { playPause: "k", frameBack: ",", frameForward: ".", fullScreen: "f" },
  pictures: { previous: "arrowleft", next: "arrowright" },
} as const;

type Groups = typeof groups;

/** Lists all shortcuts of the studio. Loaded on demand, hence the default export. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.shortcuts");
  const tCommon = useTranslations("common");
  return (
    <Dialog open onClose={onClose} title={t("title")} closeLabel={tCommon("close")} size="small">
      <div className="grid gap-5">
        {(Object.keys(groups) as (keyof Groups)[]).map((group) => (
          <section key={group}>
            <h3 className="mb-1 text-2xs text-text-3">{t(`groups.${group}`)}</h3>
            <dl>
              {Object.entries(groups[group]).map(([name, shortcut]) => (
                <div key={name} className="flex items-center justify-between border-b py-2 last:border-0">
                  <dt className="text-sm text-text-2">{t(`names.${name as ShortcutName}`)}</dt>
                  <dd>
                    <ShortcutKeys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

type ShortcutName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];
