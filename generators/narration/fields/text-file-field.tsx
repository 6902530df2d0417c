"use client";

import { useQuery } from "@tanstack/react-query";
import { FileUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import type { FieldBinding } from "@/components/form/form-field";
import { DropWords } from "@/components/form/source/drop-words";
import { UploadCard } from "@/components/form/source/upload-card";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { Button, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { useFieldGroup } from "@/components/ui/field-context";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { NarrationForm } from "../narration-input";
import { textFileQueries } from "../text-file-queries";
import { TextFileCard } from "./text-file-card";
import { useTextFileUpload } from "./use-text-file-upload";

interface TextFileFieldProps extends FieldBinding<NarrationForm["text_file"]> {
  model: string;
}

/** A txt or zip file: dropped or chosen, then uploaded and checked. Lazily loaded, hence the default export. */
export default function TextFileField({ value, onValueChange, error, name, model }: TextFileFieldProps) {
  const t = useTranslations("generators.narration.file");
  const tFields = useTranslations("generators.narration.fields");
  const describeProblem = useFieldProblemText();
  const errorText = useErrorText();
  const { pending, problem, refusal, convertedFrom, bring, cancel } = useTextFileUpload(value, onValueChange);
  const refused = refusal ? errorText(refusal) : undefined;
  return (
    <Field
      as="group"
      label={tFields("text_file")}
      hint={value ? undefined : t("hint")}
      error={
        problem
          ? describeProblem({ path: "text_file", ...problem })
          : refused
            ? `${refused.title} ${refused.action}`
            : error
      }
    >
      <DropArea name={name} onFile={bring} hasFile={Boolean(value) || pending !== null}>
        {pending ? (
          <UploadCard upload={pending} onCancel={cancel} />
        ) : value ? (
          <ChosenFile
            assetId={value.assetId}
            model={model}
            convertedFrom={convertedFrom}
            onRemove={() => onValueChange(undefined)}
          />
        ) : null}
      </DropArea>
    </Field>
  );
}

function ChosenFile({
  assetId,
  ...card
}: { assetId: string } & Pick<Parameters<typeof TextFileCard>[0], "model" | "convertedFrom" | "onRemove">) {
  const t = useTranslations("generators.narration.file");
  const errorText = useErrorText();
  const { data: report, error } = useQuery(textFileQueries.report(assetId));
  if (report) return <TextFileCard report={report} {...card} />;
  if (!error)
    return (
      <div
        className="h-24 animate-pulse rounded-md border bg-raised"
        role="status"
        aria-label={t("reading")}
      />
    );
  const isGone = error instanceof ApiError && error.status === 404;
  const { title, action } = errorText(
    isGone ? "asset.missing" : error instanceof ApiError ? error.code : "internal",
  );
  return (
    <div className="flex items-start gap-3 rounded-md border px-3 py-2.5">
      <p className="min-w-0 flex-1 text-sm text-text-2">
        <strong className="font-medium text-text">{title}</strong> {action}
      </p>
      <IconButton label={t("remove")} onClick={card.onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

function DropArea({
  name,
  onFile,
  hasFile,
  children,
}: {
  name: string | undefined;
  onFile: (file: File) => void;
  hasFile: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("generators.narration.file");
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      role="group"
      {...useFieldGroup()}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      className={classNames(
        // Keeps long file names from widening the form.
        "grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md",
        over && "outline-2 outline-offset-4 outline-hue outline-dashed",
      )}
    >
      {children}
      {hasFile ? (
        <Button
          name={name}
          variant="ghost"
          size="small"
          className="-ml-1 justify-self-start"
          onClick={() => fileInputRef.current?.click()}
        >
          <FileUp aria-hidden />
          {t("chooseAnother")}
        </Button>
      ) : (
        <button
          type="button"
          name={name}
          onClick={() => fileInputRef.current?.click()}
          className="grid min-h-28 place-content-center justify-items-center gap-2 rounded-md border border-dashed border-line-strong px-4 py-5 text-center text-sm text-text-2 transition-colors hover:border-text-3 hover:text-text"
        >
          <FileUp aria-hidden className="size-5 text-text-3" />
          <DropWords words={t("drop")} touchWords={t("choose")} />
        </button>
      )}
      <input
        ref={fileInputRef}
        type="file"
        hidden
        accept=".txt,.zip,text/plain,application/zip"
        aria-label={t("choose")}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          // Lets the same file be chosen again after it was edited.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
