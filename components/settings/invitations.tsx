"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { InviteInput } from "@/lib/auth/account-input";
import { roles, type Role } from "@/lib/auth/actor";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ShownOnceForm } from "./shown-once";

const loadRules = async () => (await import("@/lib/auth/account-input")).inviteInputSchema;

/** Creates an invitation and shows its link once. */
export function InviteForm({
  invite,
}: {
  invite: (input: InviteInput) => Promise<ActionResult<{ link: string }>>;
}) {
  const t = useTranslations("settings.members");
  const form = useSchemaForm(loadRules, { email: "", role: "member" });
  return (
    <SettingsPart title={t("invite")} lead={t("inviteLead")}>
      <ShownOnceForm
        form={form}
        create={invite}
        pickSecret={({ link }) => link}
        submitLabels={[t("inviteSubmit"), t("inviting")]}
        secretLabels={{ title: t("linkTitle"), lead: t("linkLead"), label: t("linkLabel") }}
        className="sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
      >
        <Field
          label={t("inviteEmail")}
          note={t("inviteEmailNote")}
          hint={t("inviteEmailHint")}
          error={form.formState.errors.email?.message}
        >
          <Input type="email" autoComplete="off" {...form.register("email")} />
        </Field>
        <Field label={t("inviteRole")}>
          <Select
            {...form.register("role")}
            options={roles.toReversed().map((role) => ({ value: role, label: t(`role.${role}`) }))}
          />
        </Field>
      </ShownOnceForm>
    </SettingsPart>
  );
}

interface ShownInvitation {
  id: string;
  email: string | null;
  role: Role;
  expiresAt: Date;
}

/** Lists unused invitations. */
export function InvitationList({
  invitations,
  withdraw,
}: {
  invitations: readonly ShownInvitation[];
  withdraw: (invitationId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.members");
  const format = useFormatter();
  const { run, pending, problem } = useAction(withdraw, { announce: () => t("withdrawn") });
  return (
    <SettingsPart title={t("open")}>
      <ProblemNotice problem={problem} />
      <SettingsRows label={t("open")} empty={t("openNone")}>
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
                  onClick={() => void run(invitation.id)}
                >
                  {t("withdraw")}
                </Button>
              }
              facts={t("until", { when: format.dateTime(invitation.expiresAt, "dateTime") })}
            >
              <span className="inline-flex flex-wrap items-center gap-2">
                {who}
                <Badge>{t(`role.${invitation.role}`)}</Badge>
              </span>
            </SettingsRow>
          );
        })}
      </SettingsRows>
    </SettingsPart>
  );
}
