"use client";

import { Pencil, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { createPressKeys } from "@/components/queries/press-keys";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { findCountedCharacters } from "./counted-characters";
import { useGenerationCommands } from "./generation-commands";

/** Errors that the same input would cause again. */
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
  "asset.too-complex",
  "url.refused",
  "result.blocked",
]);

/** Why a generation failed: what happened, whether it was billed, what to do, what to copy. */
export default function TakeProblem({
  generation,
  className,
}: {
  generation: GenerationDto;
  className?: string;
}) {
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

function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0;
}

function toProblem(error: unknown) {
  return error instanceof ApiError ? error : { code: "internal", fields: [] };
}

/** Retries a failed generation; asks first if it may be billed again. */
function RunAgainButton({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes");
  const commands = useGenerationCommands();
  const { retry } = useGenerationMutations();
  const [keys] = useState(() => createPressKeys());
  const [asking, setAsking] = useState(false);
  const mayCostAgain = generation.error?.made !== "nothing";

  function run() {
    setAsking(false);
    const input = { id: generation.id, mayCostAgain };
    retry.mutate(
      { ...input, idempotencyKey: keys.keyFor(input) },
      {
        onSuccess: keys.settle,
        onError: (error) => {
          // Without a response the key stays, so that pressing again creates no second one.
          if (isAnswer(error)) keys.settle();
          commands.refuse(generation, toProblem(error));
        },
      },
    );
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
