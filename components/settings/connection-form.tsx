"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { PasswordInput } from "@/components/account/password-input";
import { ApiError, apiFetch } from "@/components/data/api-fetch";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { showToast } from "@/components/ui/toast";
import type { ConnectionInput } from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import type { ActionResult } from "@/lib/http/action-result";
import { AdvancedConnection } from "./advanced-connection";
import { ConnectionOutcome } from "./connection-outcome";
import { ConnectionStatus } from "./connection-status";
import { ProblemNotice } from "./problem-notice";
import { ServiceChoice } from "./service-choice";
import { type ShownProblem, useAction } from "./use-action";
import { useConnectionForm } from "./use-connection-form";

export interface ConnectionFormProps {
  connection: ConnectionSummary | null;
  save: (input: ConnectionInput) => Promise<ActionResult<ConnectionSummary>>;
  remove: () => Promise<ActionResult<ConnectionSummary | null>>;
}

/** The person's connection: which service, where, with which key; a test that costs nothing. */
export function ConnectionForm({ connection: initial, save, remove }: ConnectionFormProps) {
  const t = useTranslations("settings");
  const format = useFormatter();
  const router = useRouter();
  const state = useConnectionForm(initial);
  const { form, connection, profileId, shipped, showProblems } = state;
  const { errors } = form.formState;
  const [result, setResult] = useState<ConnectionTestResult | null>(null);
  const [testProblem, setTestProblem] = useState<ShownProblem | null>(null);
  const [testing, setTesting] = useState(false);
  const [asking, setAsking] = useState(false);
  const saving = useAction(save, { onRefused: ({ fields }) => showProblems(fields) });
  const removing = useAction(remove);

  async function test(input: ConnectionInput | undefined) {
    setTesting(true);
    setResult(null);
    setTestProblem(null);
    try {
      const options = { method: "POST", ...(input ? { body: input } : {}) } as const;
      const found = await apiFetch<ConnectionTestResult>("/api/v1/connection/test", options);
      setResult(found);
      // One of what is typed says nothing about what is stored.
      if (!input) state.adoptTest(found);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showProblems(error.fields);
      setTestProblem(error);
    } finally {
      setTesting(false);
    }
  }

  async function saveAndTest(input: ConnectionInput) {
    const saved = await saving.run(input);
    if (!saved) return;
    state.adopt(saved.value);
    showToast({ tone: "plain", title: t("actions.saved") });
    router.refresh();
    await test(undefined);
  }

  async function removeStored() {
    const removed = await removing.run();
    setAsking(false);
    if (!removed) return;
    state.adopt(removed.value);
    setResult(null);
    showToast({ tone: "plain", title: t("connection.removed") });
    router.refresh();
  }

  const own = connection?.source === "person";
  const hasStoredKey = own && connection.profileId === profileId && profileId !== "sandbox";
  const lastResult = state.isDirty ? null : (connection?.testResult ?? null);
  const lastTestedAt = connection?.testedAt;
  const profileAddress = (address: string | null) =>
    address ? t("connection.profileAddress", { address }) : undefined;

  return (
    <>
      <ConnectionStatus connection={connection} />
      <form
        noValidate
        className="mt-7 grid max-w-2xl gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void state.submit(saveAndTest);
        }}
      >
        <Field as="group" label={t("connection.service")}>
          <ServiceChoice registration={form.register("profileId")} />
        </Field>
        {profileId === "sandbox" ? (
          <p className="text-sm text-text-2">{t("connection.sandboxNote")}</p>
        ) : (
          <>
            <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
              <Field
                label={t("connection.baseUrl")}
                note={shipped.baseUrl ? t("connection.optional") : undefined}
                hint={profileAddress(shipped.baseUrl) ?? t("connection.baseUrlHint")}
                error={errors.baseUrl?.message}
              >
                <Input
                  type="url"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  {...form.register("baseUrl")}
                />
              </Field>
              <Field
                label={t("connection.altBaseUrl")}
                note={t("connection.optional")}
                hint={[profileAddress(shipped.altBaseUrl), t("connection.altBaseUrlHint")]
                  .filter(Boolean)
                  .join(". ")}
                error={errors.altBaseUrl?.message}
              >
                <Input
                  type="url"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  {...form.register("altBaseUrl")}
                />
              </Field>
            </div>
            <Field
              label={t("connection.apiKey")}
              hint={hasStoredKey ? t("connection.apiKeyKeep") : t("connection.apiKeyNew")}
              error={errors.apiKey?.message}
            >
              <PasswordInput
                autoComplete="off"
                data-1p-ignore=""
                placeholder={hasStoredKey ? maskedKey(connection.keyLastFour) : undefined}
                {...form.register("apiKey")}
              />
            </Field>
          </>
        )}
        <AdvancedConnection {...state.advanced} />
        <ProblemNotice problem={saving.problem ?? removing.problem ?? testProblem} />
        {form.hiddenProblem ? <Notice announce title={form.hiddenProblem} /> : null}
        {result ? <ConnectionOutcome announce result={result} /> : null}
        {!result && lastResult && lastTestedAt && !testing ? (
          <ConnectionOutcome
            announce={false}
            result={lastResult}
            when={format.dateTime(new Date(lastTestedAt), "dateTime")}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-2.5">
          <Button type="submit" variant="primary" size="large" pending={saving.pending}>
            {saving.pending ? t("actions.saving") : t("actions.save")}
          </Button>
          <Button
            size="large"
            pending={testing}
            onClick={() => void (state.isDirty ? state.submit(test) : test(undefined))}
          >
            {testing ? t("connection.testing") : t("connection.test")}
          </Button>
          <span className="text-2xs text-text-3">{t("connection.testNote")}</span>
          {own ? (
            <Button variant="ghost" className="ml-auto" onClick={() => setAsking(true)}>
              {t("connection.remove")}
            </Button>
          ) : null}
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void removeStored()}
        title={t("connection.removeTitle")}
        confirmLabel={t("connection.removeConfirm")}
        cancelLabel={t("actions.cancel")}
        destructive
        pending={removing.pending}
      >
        {t("connection.removeBody")}
      </ConfirmDialog>
    </>
  );

  function maskedKey(lastFour: string | null): string {
    return lastFour ? t("connection.apiKeyStored", { lastFour }) : t("connection.apiKeyStoredPlain");
  }
}
