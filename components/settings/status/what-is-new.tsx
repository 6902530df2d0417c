import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Release } from "@/lib/status/parse-changelog";
import { SettingsPart } from "../settings-section";

/** The newest versions of the changelog, which is in English. */
export function WhatIsNew({ releases }: { releases: readonly Release[] }) {
  const t = useTranslations("status.new");
  const format = useFormatter();
  return (
    <SettingsPart title={t("title")}>
      <div className="grid gap-6 text-sm">
        {releases.map(({ version, date, groups }) => (
          <section key={version}>
            <h4 className="font-medium">
              {version && date
                ? t("version", {
                    version,
                    date: format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" }),
                  })
                : t("unreleased")}
            </h4>
            {groups.map((group) => (
              <div key={group.title} lang="en" className="mt-3">
                <h5 className="text-text-2">{group.title}</h5>
                <ul className="mt-1 grid list-disc gap-1 pl-4">
                  {group.changes.map((change) => (
                    <li key={change}>{showCode(change)}</li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
      </div>
    </SettingsPart>
  );
}

/** Between backticks is code. */
function showCode(change: string): ReactNode[] {
  return change.split("`").map((text, index) =>
    index % 2 === 0 ? (
      text
    ) : (
      <code key={index} className="font-mono text-xs">
        {text}
      </code>
    ),
  );
}
