"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import type { Role } from "@/lib/auth/actor";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { useAction } from "./use-action";

export interface ShownInvitation {
  id: string;
  email: string | null;
  role: Role;
  expiresAt: Date;
}

/** Invitations that nobody has used yet. */
export function InvitationList({
  invitations,
  withdraw,
}: {
  invitations: readonly ShownInvitation[];
  withdraw: (invitationId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.members");
  const format = useFormatter();
  const router = useRouter();
  const { run, pending, problem } = useAction(withdraw);

  async function withdrawOne(id: string) {
    if (!(await run(id))) return;
    showToast({ tone: "plain", title: t("withdrawn") });
    router.refresh();
  }

  return (
    <SettingsPart title={t("open")}>
      <ProblemNotice problem={problem} />
      {invitations.length === 0 ? <p className="text-sm text-text-3">{t("openNone")}</p> : null}
      {invitations.length > 0 ? (
        <SettingsRows label={t("open")}>
          {invitations.map((invitation) => {
            const who = invitation.email ?? t("anybody");
            return (
              <SettingsRow
                key={invitation.id}
                actions={
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("withdrawLabel", { who })}
                    pending={pending}
                    onClick={() => void withdrawOne(invitation.id)}
                  >
                    {t("withdraw")}
                  </Button>
                }
              >
                <span className="inline-flex flex-wrap items-center gap-2">
                  {who}
                  <Badge>{t(`role.${invitation.role}`)}</Badge>
                </span>
                <div className="mt-0.5 text-2xs text-text-3">
                  {t("until", { when: format.dateTime(invitation.expiresAt, "dateTime") })}
                </div>
              </SettingsRow>
            );
          })}
        </SettingsRows>
      ) : null}
    </SettingsPart>
  );
}
