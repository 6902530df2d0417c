"use client";

import { type LucideIcon, Link2, Upload, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { describeUrl } from "../media-source";
import { DropWords } from "./drop-words";
import { SourceFrame } from "./source-frame";
import { SourceButtons, SourceFileInput, SourcePanel } from "./source-input";
import { UploadCard } from "./upload-card";
import { type ExampleFile, useExampleFile } from "./use-example-file";
import type { useSingleSource } from "./use-single-source";
import { EarlyButton } from "@/components/ui/early-button";

interface SingleSourceProps {
  /** The result of useSingleSource. */
  source: ReturnType<typeof useSingleSource>;
  /** The messages of the field. */
  messages: "frame" | "sound";
  icon: LucideIcon;
  /** The file that the URL of an example stands for; null for any other URL. */
  findExample: (url: string) => ExampleFile | null;
  /** Shows a file of the studio. */
  card: (assetId: string) => ReactNode;
  /** Replaces the drop area of an empty field. */
  instead?: ReactNode;
  /** Shown above the buttons. */
  notes?: ReactNode;
  /** Further buttons. */
  buttons?: ReactNode;
}

/** A field for one file: the chosen source, running uploads, a drop area, and buttons for other ways to choose. */
export function SingleSource({ source, messages, findExample, ...parts }: SingleSourceProps) {
  const { value, name, disabled } = source;
  const t = useTranslations(messages);
  const tSource = useTranslations("form.source");
  const example = value && "url" in value ? findExample(value.url) : null;
  const exampleIsMissing = useExampleFile(example, { onBrought: (assetId) => source.choose({ assetId }) });

  function describeLink(): string {
    if (example === null) return t("linked");
    return exampleIsMissing ? t("notBrought") : t("bringing");
  }

  return (
    <Field as="group" {...source.words} required>
      <SourceFrame {...source.frame}>
        {value && "assetId" in value ? (
          parts.card(value.assetId)
        ) : value ? (
          <LinkedSourceCard
            url={value.url}
            note={describeLink()}
            disabled={disabled}
            onRemove={() => source.choose(undefined)}
          />
        ) : null}
        {source.pending.map((entry) => (
          <UploadCard key={entry.id} upload={entry} onCancel={() => source.cancel(entry.id)} />
        ))}
        {parts.instead ??
          (value === undefined && source.pending.length === 0 ? (
            <DropButton
              name={name}
              icon={parts.icon}
              words={t("drop")}
              touchWords={t("choose")}
              limits={t("limits")}
              disabled={disabled}
              onPress={source.openFiles}
            />
          ) : null)}
        {parts.notes}
        <SourceButtons {...source.panel} disabled={disabled} className="mt-1">
          {value ? (
            <Button variant="ghost" size="small" name={name} disabled={disabled} onClick={source.openFiles}>
              <Upload aria-hidden />
              {tSource("another")}
            </Button>
          ) : null}
          {parts.buttons}
        </SourceButtons>
        <SourceFileInput {...source.fileInput} label={source.words.label} accept={`${source.kind}/*`} />
        <SourcePanel {...source.panel} kind={source.kind} onSource={source.choose} />
      </SourceFrame>
    </Field>
  );
}

/** The drop area of an empty field with its limits. A press opens the file chooser. */
function DropButton({
  name,
  icon: Icon,
  words,
  touchWords,
  limits,
  disabled,
  onPress,
}: {
  name: string | undefined;
  icon: LucideIcon;
  words: string;
  touchWords: string;
  limits: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <EarlyButton
      type="button"
      name={name}
      disabled={disabled}
      onClick={onPress}
      className="flex w-full items-center gap-3 rounded-md border border-dashed border-line-strong px-3.5 py-4 text-left text-sm text-text-2 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-text-3" />
      <span>
        <DropWords words={words} touchWords={touchWords} />
        <span className="block text-2xs text-text-3">{limits}</span>
      </span>
    </EarlyButton>
  );
}

/** A source given as a URL: shown by its name, not fetched and not checked. */
function LinkedSourceCard({
  url,
  note,
  disabled,
  onRemove,
}: {
  url: string;
  /** Says how the URL is used. */
  note: string;
  disabled: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations("form.source");
  const name = describeUrl(url);
  return (
    <div className="flex items-center gap-3 rounded-md border px-3.5 py-2.5">
      <Link2 aria-hidden className="size-4 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={url}>
          {name}
        </p>
        <p className="text-2xs text-text-3">{note}</p>
      </div>
      <IconButton label={t("remove", { name })} disabled={disabled} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
