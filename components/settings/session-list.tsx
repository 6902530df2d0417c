"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";

interface ShownSession {
  id: string;
  browser: string | null;
  system: string | null;
  address: string | null;
  lastSeenAt: Date;
  current: boolean;
}

/** Lists where the person is signed in; ends each session. */
export function SessionList({
  sessions,
  end,
  endOthers,
}: {
  sessions: readonly ShownSession[];
  end: (sessionId: string) => Promise<ActionResult<null>>;
  endOthers: () => Promise<ActionResult<{ ended: number }>>;
}) {
  const t = useTranslations("settings.account");
  const format = useFormatter();
  const one = useAction(end, { announce: () => t("ended", { count: 1 }) });
  const others = useAction(endOthers, { announce: ({ ended }) => t("ended", { count: ended }) });

  return (
    <SettingsPart
      title={t("sessions")}
      lead={t("sessionsLead")}
      actions={
        sessions.length > 1 ? (
          <Button size="small" variant="outline" pending={others.pending} onClick={() => void others.run()}>
            {t("endOthers")}
          </Button>
        ) : null
      }
    >
      <ProblemNotice problem={one.problem ?? others.problem} />
      <SettingsRows label={t("sessions")}>
        {sessions.map((session) => {
          const names = {
            browser: session.browser ?? t("unknownBrowser"),
            system: session.system ?? t("unknownSystem"),
          };
          return (
            <SettingsRow
              key={session.id}
              actions={
                session.current ? (
                  <Badge>{t("thisBrowser")}</Badge>
                ) : (
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("endLabel", names)}
                    pending={one.pending}
                    onClick={() => void one.run(session.id)}
                  >
                    {t("end")}
                  </Button>
                )
              }
              facts={[
                session.current
                  ? t("seenNow")
                  : t("seen", { when: format.dateTime(session.lastSeenAt, "dateTime") }),
                ...(session.address ? [t("from", { address: session.address })] : []),
              ].join(" · ")}
            >
              {t("session", names)}
            </SettingsRow>
          );
        })}
      </SettingsRows>
    </SettingsPart>
  );
}
