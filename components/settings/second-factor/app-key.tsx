"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import type { AppKey } from "@/lib/auth/second-factor";

/** The key of an authenticator app: to scan, to open on the same device, and to type. */
export function AppKeyView({ appKey }: { appKey: AppKey }) {
  const t = useTranslations("settings.account.secondFactor");
  const actions = useTranslations("settings.actions");
  const { size, path } = appKey.picture;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-text-2">{t("scan")}</p>
      {/* Dark on light in both themes: many scanners read nothing else. */}
      <svg
        role="img"
        aria-label={t("picture")}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-48 justify-self-center rounded-md bg-white"
      >
        <path d={path} fill="black" />
      </svg>
      <p className="text-sm text-text-2">
        {t.rich("sameDevice", {
          link: (words) => (
            <a href={appKey.address} className="underline underline-offset-2">
              {words}
            </a>
          ),
        })}
      </p>
      <div className="flex items-end gap-2">
        <dl className="min-w-0 flex-1">
          <dt className="mb-1.75 text-sm font-medium">{t("key")}</dt>
          <dd className="rounded-md border bg-raised px-3 py-2 font-mono text-sm select-all">
            {appKey.text}
          </dd>
        </dl>
        <CopyButton
          text={appKey.text.replaceAll(" ", "")}
          label={t("copyKey")}
          copiedLabel={actions("copied")}
          failedLabel={actions("notCopied")}
          className="h-9.5"
        />
      </div>
    </div>
  );
}
