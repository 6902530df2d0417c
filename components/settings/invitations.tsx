"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast";
import type { InviteInput } from "@/lib/auth/account-input";
import { roles, type Role } from "@/lib/auth/actor";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ShownOnce } from "./shown-once";

const loadRules = async () => (await import("@/lib/auth/account-input")).inviteInputSchema;

/** Creates an invitation and shows its link once. */
export function InviteForm({
  invite,
}: {
  invite: (input: InviteInput) => Promise<ActionResult<{ link: string }>>;
}) {
  const t = useTranslations("settings.members");
  const router = useRouter();
  const form = useSchemaForm(loadRules, { email: "", role: "member" });
  const [link, setLink] = useState<string | null>(null);
  const { run, pending, problem } = useAction(invite, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });

  const submit = form.handleSubmit(async (input) => {
    setLink(null);
    const made = await run(input);
    if (!made) return;
    setLink(made.value.link);
    form.reset();
    router.refresh();
  });

  return (
    <SettingsPart title={t("invite")} lead={t("inviteLead")}>
      <div className="grid gap-5">
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
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
          <Button type="submit" variant="primary" pending={pending} className="h-9.5 sm:mt-6.5">
            {pending ? t("inviting") : t("inviteSubmit")}
          </Button>
        </form>
        <ProblemNotice problem={problem} />
        {link ? (
          <ShownOnce title={t("linkTitle")} lead={t("linkLead")} label={t("linkLabel")} text={link} />
        ) : null}
      </div>
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
