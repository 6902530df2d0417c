"use client";

import { Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconPopover } from "@/components/ui/popover";
import { ShortcutKeys } from "@/components/ui/shortcut-keys";
import { filmKeys, type FilmKey } from "./film-keys";

const clipboardKeys = { copy: "mod+c", cut: "mod+x", paste: "mod+v" } as const;

/** The keys of the timeline. */
export function KeyHelp() {
  const t = useTranslations("timeline.keys");
  const keys = { ...filmKeys, ...clipboardKeys };
  return (
    <IconPopover
      icon={<Keyboard aria-hidden />}
      label={t("title")}
      className="size-7!"
      panelClassName="w-72 max-h-96"
    >
      {() => (
        <dl className="px-1">
          {Object.entries(keys).map(([name, shortcut]) => (
            <div key={name} className="flex items-center justify-between border-b py-1.5 last:border-0">
              <dt className="text-sm text-text-2">
                {t(`names.${name as FilmKey | keyof typeof clipboardKeys}`)}
              </dt>
              <dd>
                <ShortcutKeys shortcut={shortcut} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </IconPopover>
  );
}
