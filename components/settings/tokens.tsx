"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type TokenScope, tokenScopes } from "@/lib/auth/actor";
import type { ApiTokenInput, ApiTokenSummary } from "@/lib/auth/api-token";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ShownOnceForm } from "./shown-once";

const loadRules = async () => (await import("@/lib/auth/api-token")).apiTokenInputSchema;

const lifetimesInDays = [7, 30, 90, 365];

/** What a new token can be given; each adds to the one before. */
const offeredScopes = [["read"], ["read", "make"], ["read", "make", "manage"]] as const;

/** Writes scopes as "Can read and create", or "Full access". */
function useScopeText(): (scopes: readonly TokenScope[]) => string {
  const t = useTranslations("settings.tokens");
  const format = useFormatter();
  return (scopes) =>
    scopes.length === tokenScopes.length
      ? t("fullAccess")
      : t("can", { what: format.list(scopes.map((scope) => t(`scopes.${scope}`))) });
}

/** Creates a personal token and shows it once. */
export function TokenForm({
  create,
}: {
  create: (input: ApiTokenInput) => Promise<ActionResult<{ token: string }>>;
}) {
  const t = useTranslations("settings.tokens");
  const describeScopes = useScopeText();
  const form = useSchemaForm(loadRules, { name: "", scopes: ["read", "make"], expiresInDays: 90 });
  const { errors } = form.formState;
  return (
    <ShownOnceForm
      form={form}
      create={create}
      pickSecret={({ token }) => token}
      submitLabels={[t("create"), t("creating")]}
      secretLabels={{ title: t("readyTitle"), lead: t("readyLead"), label: t("tokenLabel") }}
      className="sm:grid-cols-[minmax(0,1fr)_12.5rem_8.5rem_auto]"
    >
      <Field label={t("name")} hint={t("nameHint")} error={errors.name?.message}>
        <Input autoComplete="off" {...form.register("name")} />
      </Field>
      <Field label={t("access")} hint={t("accessHint")} error={errors.scopes?.message}>
        <Select
          {...form.register("scopes", { setValueAs: (value) => String(value).split(",") })}
          options={offeredScopes.map((scopes) => ({ value: scopes.join(), label: describeScopes(scopes) }))}
        />
      </Field>
      <Field label={t("expires")} error={errors.expiresInDays?.message}>
        <Select
          {...form.register("expiresInDays", {
            setValueAs: (value) => (value === "never" ? null : Number(value)),
          })}
          options={[
            ...lifetimesInDays.map((days) => ({ value: String(days), label: t("days", { days }) })),
            { value: "never", label: t("never") },
          ]}
        />
      </Field>
    </ShownOnceForm>
  );
}

/** Lists the person's tokens; revokes each. */
export function TokenList({
  tokens,
  revoke,
}: {
  tokens: readonly ApiTokenSummary[];
  revoke: (tokenId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.tokens");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const describeScopes = useScopeText();
  const [confirming, setConfirming] = useState<ApiTokenSummary | null>(null);
  const { run, pending, problem } = useAction(revoke, { announce: () => t("revoked") });
  const written = (date: Date) => format.dateTime(date, "dateTime");
  return (
    <SettingsPart title={t("list")}>
      <ProblemNotice problem={problem} />
      <SettingsRows label={t("list")} empty={t("none")}>
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
            facts={[
              describeScopes(token.scopes),
              t("created", { when: written(token.createdAt) }),
              token.lastUsedAt ? t("used", { when: written(token.lastUsedAt) }) : t("neverUsed"),
              token.expiresAt ? t("endsAt", { when: written(token.expiresAt) }) : t("endsNever"),
            ].join(" · ")}
          >
            <span className="font-medium">{token.name}</span>{" "}
            <span className="font-mono text-2xs text-text-3">…{token.lastFour}</span>
          </SettingsRow>
        ))}
      </SettingsRows>
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        onConfirm={() => void (confirming && run(confirming.id).then(() => setConfirming(null)))}
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
