"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { PasswordInput } from "@/components/form/password-input";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useFieldGroup } from "@/components/ui/field-context";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { ConnectionInput } from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import type { ActionResult } from "@/lib/http/action-result";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";
import { AdvancedConnection } from "./advanced-connection";
import { ConnectionStatus } from "./connection-status";
import { ProblemNotice, type ShownProblem, useAction } from "./use-action";
import { useConnectionForm } from "./use-connection-form";

const addressProps = { type: "url", inputMode: "url", autoComplete: "off", spellCheck: false } as const;

interface ConnectionFormProps {
  connection: ConnectionSummary | null;
  save: (input: ConnectionInput) => Promise<ActionResult<ConnectionSummary>>;
  /** Tests the stored connection, or the given input without storing it. */
  test: (input?: ConnectionInput) => Promise<ActionResult<ConnectionTestResult>>;
  remove: () => Promise<ActionResult<ConnectionSummary | null>>;
}

/** The person's connection: service, address and key, with a free test. */
export function ConnectionForm({ connection: initial, save, test, remove }: ConnectionFormProps) {
  const t = useTranslations("settings");
  const format = useFormatter();
  const state = useConnectionForm(initial);
  const { form, connection, profileId, shipped, showProblems } = state;
  const { errors } = form.formState;
  const { tested } = state;
  const [isConfirming, setConfirming] = useState(false);
  const options = { onRefused: ({ fields }: ShownProblem) => showProblems(fields) };
  const saving = useAction(save, { ...options, announce: () => t("actions.saved") });
  const testing = useAction(test, options);
  const removing = useAction(remove, { announce: () => t("connection.removed") });

  async function runTest(input?: ConnectionInput) {
    saving.setProblem(null);
    const found = await state.followTest(() => testing.run(input));
    // A test of unsaved input says nothing about the stored connection.
    if (found && !input) state.adoptTest(found.value);
  }

  async function saveAndTest(input: ConnectionInput) {
    testing.setProblem(null);
    const saved = await saving.run(input);
    if (!saved) return;
    state.adopt(saved.value);
    await runTest();
  }

  async function removeStored() {
    const removed = await removing.run();
    setConfirming(false);
    if (removed) state.adopt(removed.value);
  }

  const isRefused = saving.problem !== null || Object.keys(errors).length > 0;
  const own = connection?.source === "person";
  const hasStoredKey = own && connection.profileId === profileId && profileId !== "sandbox";
  const lastResult = state.isDirty || isRefused ? null : (connection?.testResult ?? null);
  const lastTestedAt = connection?.testedAt;
  const profileAddress = (address: string | null) =>
    address ? t("connection.profileAddress", { address }) : undefined;

  return (
    <>
      <ConnectionStatus connection={connection} />
      <form
        noValidate
        className="mt-7 grid gap-6"
        onChange={state.forgetTest}
        onSubmit={(event) => {
          event.preventDefault();
          // An earlier test result would seem to be about this save.
          state.forgetTest();
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
                <Input {...addressProps} {...form.register("baseUrl")} />
              </Field>
              <Field
                label={t("connection.altBaseUrl")}
                note={t("connection.optional")}
                hint={[profileAddress(shipped.altBaseUrl), t("connection.altBaseUrlHint")]
                  .filter(Boolean)
                  .join(". ")}
                error={errors.altBaseUrl?.message}
              >
                <Input {...addressProps} {...form.register("altBaseUrl")} />
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
        <ProblemNotice problem={saving.problem ?? removing.problem ?? testing.problem} />
        {form.hiddenProblem ? <Notice announce title={form.hiddenProblem} /> : null}
        {tested ? <ConnectionOutcome announce result={tested} /> : null}
        {!tested && lastResult && lastTestedAt && !testing.pending ? (
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
            pending={testing.pending}
            onClick={() => void (state.isDirty ? state.submit(runTest) : runTest())}
          >
            {testing.pending ? t("connection.testing") : t("connection.test")}
          </Button>
          <span className="text-2xs text-text-3">{t("connection.testNote")}</span>
          {own ? (
            <Button variant="ghost" className="ml-auto" onClick={() => setConfirming(true)}>
              {t("connection.remove")}
            </Button>
          ) : null}
        </div>
      </form>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
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

/** The known services as tiles, with radio buttons underneath. */
function ServiceChoice({ registration }: { registration: UseFormRegisterReturn }) {
  const t = useTranslations("settings.connection");
  return (
    <div role="radiogroup" {...useFieldGroup()} className="grid gap-2 sm:grid-cols-2">
      {SHIPPED_PROFILE_IDS.map((id) => (
        <label
          key={id}
          className="relative rounded-md border border-line px-3.5 py-2.75 transition-colors hover:border-line-strong has-checked:border-text/60 has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue"
        >
          <input
            type="radio"
            value={id}
            aria-describedby={`service-${id}`}
            {...registration}
            className="absolute inset-0 appearance-none rounded-md outline-none"
            aria-label={t(`serviceNames.${id}`)}
          />
          <span className="block text-sm font-medium">{t(`serviceNames.${id}`)}</span>
          <span id={`service-${id}`} className="mt-0.5 block text-2xs text-text-2">
            {t(`services.${id}`)}
          </span>
        </label>
      ))}
    </div>
  );
}

/** The result of a connection test and what to do, with the details for the service's support. */
function ConnectionOutcome({
  result,
  when,
  announce,
}: {
  result: ConnectionTestResult;
  /** When the test ran, unless just now. */
  when?: string | undefined;
  announce: boolean;
}) {
  const t = useTranslations("settings.connection");
  const { outcome, latencyMs, mayBeWrongRegion } = result;
  const tone = outcome === "ok" ? "neutral" : outcome === "rate-limited" ? "warning" : "danger";
  const facts = [
    result.address,
    ...(result.serviceCode ? [String(result.serviceCode)] : []),
    ...(result.httpStatus && result.httpStatus !== 200
      ? [t("facts.http", { status: String(result.httpStatus) })]
      : []),
    ...(result.traceId ? [t("facts.trace", { id: result.traceId })] : []),
  ];
  return (
    <Notice
      tone={tone}
      announce={announce}
      title={t(`outcome.${outcome}`)}
      code={facts.join(t("facts.separator"))}
    >
      {outcome === "ok" ? t("outcome.okAction", { latency: latencyMs }) : t(`outcome.${outcome}Action`)}
      {mayBeWrongRegion ? <> {t("outcome.wrongRegion")}</> : null}
      {when ? <> {t("lastTest", { when })}</> : null}
    </Notice>
  );
}
