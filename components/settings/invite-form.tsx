"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type InviteInput, inviteInputSchema } from "@/lib/auth/account-input";
import { roles } from "@/lib/auth/actor";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart } from "./settings-section";
import { ShownOnce } from "./shown-once";
import { useAction } from "./use-action";

/** Makes an invitation and shows its link once. */
export function InviteForm({
  invite,
}: {
  invite: (input: InviteInput) => Promise<ActionResult<{ link: string }>>;
}) {
  const t = useTranslations("settings.members");
  const router = useRouter();
  const form = useSchemaForm(inviteInputSchema, { email: "", role: "member" });
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
