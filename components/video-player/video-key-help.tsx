"use client";

import { Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { ShortcutKeys } from "@/components/ui/shortcut-keys";
import { IconPopover } from "@/components/ui/icon-popover";
import { videoKeys } from "./video-keys";
import type { VideoTransport } from "./video-transport";

/** Which keys do what in a player. */
export function VideoKeyHelp({ transport, className }: { transport: VideoTransport; className?: string }) {
  const t = useTranslations("watch.keys");
  const names = (Object.keys(videoKeys) as (keyof typeof videoKeys)[]).filter(
    (name) => (name !== "mute" || transport.hasSound) && (name !== "frame" || transport.clock !== null),
  );
  return (
    <IconPopover
      icon={<Keyboard aria-hidden />}
      label={t("title")}
      className={className}
      panelClassName="w-76 p-4!"
    >
      {() => (
        <>
          <h3 className="mb-1 text-sm font-medium">{t("title")}</h3>
          <dl>
            {names.map((name) => (
              <div
                key={name}
                className="flex items-center justify-between gap-4 border-b py-1.75 last:border-0"
              >
                <dt className="text-sm text-text-2">{t(`names.${name}`)}</dt>
                <dd className="flex shrink-0 gap-2">
                  {videoKeys[name].map((key) => (
                    <ShortcutKeys key={key} shortcut={key} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </IconPopover>
  );
}
