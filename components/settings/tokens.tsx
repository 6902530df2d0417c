"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast";
import type { ApiTokenInput } from "@/lib/auth/api-token";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ShownOnce } from "./shown-once";

const loadRules = async () => (await import("@/lib/auth/api-token")).apiTokenInputSchema;

const lifetimesInDays = [7, 30, 90, 365];

/** Creates a personal token and shows it once. */
export function TokenForm({
  create,
}: {
  create: (input: ApiTokenInput) => Promise<ActionResult<{ token: string }>>;
}) {
  const t = useTranslations("settings.tokens");
  const router = useRouter();
  const form = useSchemaForm(loadRules, { name: "" });
  const [token, setToken] = useState<string | null>(null);
  const { run, pending, problem } = useAction(create, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });

  const submit = form.handleSubmit(async (input) => {
    setToken(null);
    const made = await run(input);
    if (!made) return;
    setToken(made.value.token);
    form.reset();
    router.refresh();
  });

  return (
    <div className="grid gap-5">
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
      >
        <Field label={t("name")} hint={t("nameHint")} error={form.formState.errors.name?.message}>
          <Input autoComplete="off" {...form.register("name")} />
        </Field>
        <Field label={t("expires")}>
          <Select
            {...form.register("expiresInDays", {
              setValueAs: (value) => (value ? Number(value) : undefined),
            })}
            options={[
              { value: "", label: t("never") },
              ...lifetimesInDays.map((days) => ({ value: String(days), label: t("days", { days }) })),
            ]}
          />
        </Field>
        <Button type="submit" variant="primary" pending={pending} className="h-9.5 sm:mt-6.5">
          {pending ? t("creating") : t("create")}
        </Button>
      </form>
      <ProblemNotice problem={problem} />
      {token ? (
        <ShownOnce title={t("readyTitle")} lead={t("readyLead")} label={t("tokenLabel")} text={token} />
      ) : null}
    </div>
  );
}

/** A token without its secret. */
interface ShownToken {
  id: string;
  name: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** Lists the person's tokens; revokes each. */
export function TokenList({
  tokens,
  revoke,
}: {
  tokens: readonly ShownToken[];
  revoke: (tokenId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.tokens");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const router = useRouter();
  const [confirming, setConfirming] = useState<ShownToken | null>(null);
  const { run, pending, problem } = useAction(revoke);

  async function revokeConfirmed() {
    if (!confirming) return;
    const done = await run(confirming.id);
    setConfirming(null);
    if (!done) return;
    showToast({ tone: "plain", title: t("revoked") });
    router.refresh();
  }

  const written = (date: Date) => format.dateTime(date, "dateTime");
  return (
    <SettingsPart title={t("list")}>
      <ProblemNotice problem={problem} />
      {tokens.length === 0 ? <p className="text-sm text-text-3">{t("none")}</p> : null}
      {tokens.length > 0 ? (
        <SettingsRows label={t("list")}>
          {tokens.map((token) => (
            <SettingsRow
              key={token.id}
              actions={
                <Button
                  size="small"
                  variant="outline"
                  aria-label={t("revokeLabel", { name: token.name })}
                  onClick={() => setConfirming(token)}
                >
                  {t("revoke")}
                </Button>
              }
            >
              <span className="font-medium">{token.name}</span>{" "}
              <span className="font-mono text-2xs text-text-3">…{token.lastFour}</span>
              <div className="mt-0.5 text-2xs text-text-3">
                {[
                  t("created", { when: written(token.createdAt) }),
                  token.lastUsedAt ? t("used", { when: written(token.lastUsedAt) }) : t("neverUsed"),
                  ...(token.expiresAt ? [t("endsAt", { when: written(token.expiresAt) })] : []),
                ].join(" · ")}
              </div>
            </SettingsRow>
          ))}
        </SettingsRows>
      ) : null}
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        onConfirm={() => void revokeConfirmed()}
        title={t("revokeTitle", { name: confirming?.name ?? "" })}
        confirmLabel={t("revoke")}
        cancelLabel={common("cancel")}
        destructive
        pending={pending}
      >
        {t("revokeBody")}
      </ConfirmDialog>
    </SettingsPart>
  );
}
