"use client";

import { Pencil, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createKey } from "@/components/data/create-key";
import { useGenerationMutations } from "@/components/data/use-generation-mutations";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { findCountedCharacters } from "./counted-characters";
import { useGenerationCommands } from "./generation-commands";

/** The same input would meet the same refusal again: it has to be changed first. */
const causedByInput = new Set([
  "service.sensitive",
  "service.output-sensitive",
  "service.invalid-parameters",
  "service.illegal-characters",
  "service.model-not-on-plan",
  "http.bad-request",
  "http.too-large",
  "request.invalid",
  "request.not-offered",
  "asset.missing",
  "asset.type",
  "asset.corrupt",
  "url.refused",
  "result.blocked",
]);

/** How a generation ended that has no results: what happened, what it cost, what can be done, what to copy. */
export function TakeProblem({ generation, className }: { generation: GenerationDto; className?: string }) {
  const t = useTranslations("takes");
  const errorText = useErrorText();
  const commands = useGenerationCommands();
  const { error, state } = generation;
  if (!error || (state !== "failed" && state !== "unknown")) return null;

  const { title, action } = errorText(error.code);
  const code = String(error.serviceCode ?? error.code);
  const trace = error.traceId ?? generation.traceId;
  const told = findCountedCharacters(generation);
  return (
    <Notice
      tone={state === "unknown" ? "warning" : "danger"}
      className={className}
      title={title}
      code={trace ? t("code", { code, trace }) : code}
      actions={
        <>
          {trace ? (
            <CopyButton
              showLabel
              text={trace}
              label={t("actions.copyTrace")}
              copiedLabel={t("copied")}
              failedLabel={t("notCopied")}
            />
          ) : null}
          {causedByInput.has(error.code) ? (
            <Button variant="outline" size="small" onClick={() => commands.edit(generation)}>
              <Pencil aria-hidden />
              {t("actions.edit")}
            </Button>
          ) : (
            <RunAgainButton generation={generation} />
          )}
        </>
      }
    >
      {told === null || error.made === "nothing"
        ? t(`cost.${error.made}`)
        : t("cost.characters", { count: told })}{" "}
      {action}
    </Notice>
  );
}

/** Runs what failed once more; asks first where that may cost again. */
export function RunAgainButton({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes");
  const { retry } = useGenerationMutations();
  const [asking, setAsking] = useState(false);
  const mayCostAgain = generation.error?.made !== "nothing";

  function run() {
    setAsking(false);
    retry.mutate({ id: generation.id, mayCostAgain, idempotencyKey: createKey() });
  }

  return (
    <>
      <Button
        variant="outline"
        size="small"
        pending={retry.isPending}
        onClick={() => (mayCostAgain ? setAsking(true) : run())}
      >
        <RotateCw aria-hidden />
        {t("actions.runAgain")}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={run}
        title={t("confirmUnknown.title")}
        confirmLabel={t("confirmUnknown.confirm")}
        cancelLabel={t("confirmUnknown.cancel")}
        pending={retry.isPending}
      >
        {t(generation.state === "unknown" ? "confirmUnknown.text" : "confirmUnknown.failedText")}
      </ConfirmDialog>
    </>
  );
}
