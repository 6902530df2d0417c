"use client";

import { RefreshCw } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { Button, buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { TriedFile } from "@/lib/generations/record/waiting";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { WhyNoCallback } from "./callback-wait";

/**
 * A pending task at the service, with a button that asks about it now. If the question fails, it says why and
 * that nothing is lost. If the service cannot be asked at all, it says what that means, and the person may
 * enter the ID of the result file.
 */
export default function PendingTask({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes.pending");
  const errorText = useErrorText();
  const { check } = useGenerationMutations();
  const { id, state, waiting } = generation;
  if (state === "queued" && waiting?.reason === "service-unreachable") {
    return (
      <Link
        href="/settings/connection"
        className={classNames(buttonVariants({ variant: "outline", size: "small" }), "mt-2")}
      >
        {t("openConnection")}
      </Link>
    );
  }
  if (state !== "running" || !waiting) return null;
  const checkNow = (
    <Button variant="outline" size="small" pending={check.isPending} onClick={() => check.mutate({ id })}>
      <RefreshCw aria-hidden />
      {t("checkNow")}
    </Button>
  );
  if (waiting.reason === "query-refused" && waiting.code) {
    const code = String(waiting.serviceCode ?? waiting.code);
    return (
      <Notice
        tone="warning"
        title={errorText(waiting.code).title}
        code={code}
        actions={checkNow}
        className="mt-2"
      >
        {t("goesOn")}
      </Notice>
    );
  }
  const fileIdForm = (
    <FileIdForm
      pending={check.isPending}
      tried={waiting.triedFile}
      onFileId={(fileId) => check.mutate({ id, fileId })}
    />
  );
  if (waiting.reason === "callback" || waiting.reason === "no-callback") {
    const isTold = waiting.reason === "callback";
    return (
      <Notice tone={isTold ? "neutral" : "warning"} title={t("onlyCallback.title")} className="mt-2">
        {isTold ? t("onlyCallback.told") : <NobodyTells />}
        {fileIdForm}
      </Notice>
    );
  }
  if (waiting.reason !== "no-query") return <div className="mt-2 flex">{checkNow}</div>;
  return (
    <Notice tone="neutral" title={t("noQueryTitle")} actions={checkNow} className="mt-2">
      {t(waiting.untilAt ? "noQueryTried" : "noQueryNothing")}
      {fileIdForm}
    </Notice>
  );
}

/** The service offers no query: why, and what the person can do. */
function NobodyTells() {
  const t = useTranslations("takes.pending.onlyCallback");
  return (
    <>
      {t("lost")} <WhyNoCallback /> <p className="mt-1.5">{t("byFile")}</p>
    </>
  );
}

function FileIdForm({
  pending,
  tried,
  onFileId,
}: {
  pending: boolean;
  /** The last file ID that was entered, if it did not lead to the result. */
  tried: TriedFile | undefined;
  onFileId: (fileId: string) => void;
}) {
  const t = useTranslations("takes.pending");
  const fieldId = useId();
  const [typed, setTyped] = useState(tried?.fileId ?? "");
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const fileId = typed.trim();
    setWrong(fileId === "");
    if (fileId !== "") onFileId(fileId);
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="mt-2.5 flex max-w-md items-end gap-2">
        <Field
          id={fieldId}
          label={t("fileId")}
          error={wrong ? t("fileIdWrong") : undefined}
          className="flex-1"
        >
          <Input
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
          />
        </Field>
        <Button type="submit" variant="outline" pending={pending} className={wrong ? "mb-6" : undefined}>
          {t("fetch")}
        </Button>
      </form>
      {tried ? (
        <p role="alert" className="mt-2 max-w-md text-sm text-warning">
          {t(`triedFile.${tried.found}`, { fileId: tried.fileId })}
        </p>
      ) : null}
    </>
  );
}
