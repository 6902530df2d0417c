"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import type { SignInRules } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";

interface ShownMember {
  id: string;
  name: string;
  email: string;
  disabledAt: Date | null;
  secondFactorAt: Date | null;
  passkeys: number;
}

/** Whether everyone needs a second factor, who has one, and resetting it. */
export function MemberFactors({
  members,
  ownId,
  rules,
  setRules,
  reset,
}: {
  members: readonly ShownMember[];
  ownId: string;
  rules: SignInRules;
  setRules: (rules: SignInRules) => Promise<ActionResult<null>>;
  reset: (memberId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.members.secondFactor");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const [resetting, setResetting] = useState<ShownMember | null>(null);
  // Shown from the press on, until the page is read again.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useAction(setRules, {
    announce: () => common("saved"),
    onRefused: () => setWanted(null),
  });
  const removal = useAction(({ id }: ShownMember) => reset(id), {
    announce: (_value, { name }) => t("resetDone", { name }),
  });
  const describe = ({ secondFactorAt, passkeys }: ShownMember): string =>
    [
      ...(secondFactorAt ? [t("since", { when: format.dateTime(secondFactorAt, "date") })] : []),
      ...(passkeys > 0 ? [t("passkeys", { count: passkeys })] : []),
    ].join(" · ") || t("none");
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <div className="mb-5 grid gap-4">
        <label className="flex items-center gap-4 text-sm">
          <span className="min-w-0 flex-1">{t("require")}</span>
          <Switch
            checked={wanted ?? rules.requireSecondFactor}
            aria-busy={change.pending || undefined}
            onCheckedChange={(requireSecondFactor) => {
              setWanted(requireSecondFactor);
              void change.run({ requireSecondFactor });
            }}
          />
        </label>
        <ProblemNotice problem={change.problem ?? removal.problem} />
      </div>
      <SettingsRows label={t("title")}>
        {members
          .filter(({ disabledAt }) => !disabledAt)
          .map((member) => (
            <SettingsRow
              key={member.id}
              facts={describe(member)}
              actions={
                (member.secondFactorAt || member.passkeys > 0) && member.id !== ownId ? (
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("resetLabel", { name: member.name })}
                    onClick={() => setResetting(member)}
                  >
                    {t("reset")}
                  </Button>
                ) : null
              }
            >
              <span className="font-medium">{member.name}</span>
            </SettingsRow>
          ))}
      </SettingsRows>
      <ConfirmDialog
        open={resetting !== null}
        onClose={() => setResetting(null)}
        onConfirm={() => void (resetting && removal.run(resetting).then(() => setResetting(null)))}
        title={t("resetTitle", { name: resetting?.name ?? "" })}
        confirmLabel={t("reset")}
        cancelLabel={common("cancel")}
        destructive
        pending={removal.pending}
      >
        {t("resetBody")}
      </ConfirmDialog>
    </SettingsPart>
  );
}
