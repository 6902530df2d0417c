"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { Role } from "@/lib/auth/actor";
import type { QuotasForm } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { QuotasDialog } from "./member-quotas";
import { type ShownQuotas, useQuotaText } from "./quota-text";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsRow, SettingsRows } from "./settings-section";

interface ShownMember extends ShownQuotas {
  id: string;
  name: string;
  email: string;
  role: Role;
  lastSeenAt: Date | null;
  disabledAt: Date | null;
  removedAt: Date | null;
}

const loadRemoval = () => import("./remove-member-dialog");

/** Lists all accounts; gives and revokes their access, and sets their quotas. */
export function MemberList({
  members,
  ownId,
  setAccess,
  setQuotas,
  remove,
}: {
  members: readonly ShownMember[];
  ownId: string;
  setAccess: (memberId: string, allowed: boolean) => Promise<ActionResult<null>>;
  setQuotas: (memberId: string, input: QuotasForm) => Promise<ActionResult<null>>;
  remove: (memberId: string, takeOver: boolean) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.members");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const quotaText = useQuotaText();
  const [limiting, setLimiting] = useState<ShownMember | null>(null);
  const [removing, setRemoving] = useState<ShownMember | null>(null);
  const [confirming, setConfirming] = useState<ShownMember | null>(null);
  const { run, pending, problem } = useAction(
    ({ id }: ShownMember, allowed: boolean) => setAccess(id, allowed),
    { announce: (_value, { name }, allowed) => t(allowed ? "given" : "taken", { name }) },
  );

  return (
    <>
      <ProblemNotice problem={problem} />
      <SettingsRows label={t("title")}>
        {members.map((member) => (
          <SettingsRow
            key={member.id}
            actions={
              member.removedAt ? null : (
                <>
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t("quotasLabel", { name: member.name })}
                    onClick={() => setLimiting(member)}
                  >
                    {t("quotas")}
                  </Button>
                  {member.id === ownId ? (
                    <Badge>{t("you")}</Badge>
                  ) : member.disabledAt ? (
                    <>
                      <Button
                        size="small"
                        variant="outline"
                        pending={pending}
                        onClick={() => void run(member, true)}
                      >
                        {t("giveAccess")}
                      </Button>
                      <Button size="small" variant="outline" onClick={() => setRemoving(member)}>
                        {t("removal.remove")}
                      </Button>
                    </>
                  ) : (
                    <Button size="small" variant="outline" onClick={() => setConfirming(member)}>
                      {t("takeAccess")}
                    </Button>
                  )}
                </>
              )
            }
            facts={[
              member.email,
              member.lastSeenAt
                ? t("seen", { when: format.dateTime(member.lastSeenAt, "dateTime") })
                : t("neverSeen"),
              quotaText(member),
            ].join(" · ")}
          >
            <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{member.name}</span>
              <Badge>{t(`role.${member.role}`)}</Badge>
              {member.disabledAt ? (
                <Badge className="text-danger">{t(member.removedAt ? "removal.removing" : "disabled")}</Badge>
              ) : null}
            </span>
          </SettingsRow>
        ))}
      </SettingsRows>
      {limiting ? (
        <QuotasDialog member={limiting} save={setQuotas} onClose={() => setLimiting(null)} />
      ) : null}
      {removing ? (
        <FetchedPart
          load={loadRemoval}
          props={{ member: removing, remove, onEnd: () => setRemoving(null) }}
          onFailed={() => setRemoving(null)}
        />
      ) : null}
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        onConfirm={() => void (confirming && run(confirming, false).then(() => setConfirming(null)))}
        title={t("takeTitle", { name: confirming?.name ?? "" })}
        confirmLabel={t("takeAccess")}
        cancelLabel={common("cancel")}
        destructive
        pending={pending}
      >
        {t("takeBody")}
      </ConfirmDialog>
    </>
  );
}
