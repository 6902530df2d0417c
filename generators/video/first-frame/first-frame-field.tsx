"use client";

import { ImagePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { AnotherFileButton, LinkedSourceCard, SourceDropButton } from "@/components/form/source/source-cards";
import { SourceFrame } from "@/components/form/source/source-frame";
import { SourcePanel, SourceFileInput, SourceButtons } from "@/components/form/source/source-input";
import { UploadCard } from "@/components/form/source/upload-card";
import { useExampleFile } from "@/components/form/source/use-example-file";
import { useSingleSource } from "@/components/form/source/use-single-source";
import { Field } from "@/components/ui/field";
import { findExamplePicture } from "./example-pictures";
import { PictureCard } from "./picture-card";

interface FirstFrameFieldProps extends FieldBinding<MediaSource | undefined> {
  label: string;
  hint?: string | undefined;
}

/**
 * The first frame: dropped, pasted, chosen, linked or from the library. Shown as it will be used, with problems before
 * anything is sent.
 */
export function FirstFrameField({ label, hint, error, ...props }: FirstFrameFieldProps) {
  const [failure, setFailure] = useState<string>();
  return (
    <Field as="group" label={label} hint={hint} error={failure ?? error} required>
      <FirstFrameControl {...props} label={label} onFailure={setFailure} />
    </Field>
  );
}

function FirstFrameControl({
  label,
  name,
  value,
  disabled = false,
  ...options
}: Omit<FirstFrameFieldProps, "hint" | "error"> & { onFailure: (message: string | undefined) => void }) {
  const t = useTranslations("frame");
  const source = useSingleSource({ ...options, kind: "image", disabled });
  const example = value && "url" in value ? findExamplePicture(value.url) : null;
  const exampleIsMissing = useExampleFile(example, { onBrought: (assetId) => source.choose({ assetId }) });

  function describeLink(): string {
    if (example === null) return t("linked");
    return exampleIsMissing ? t("notBrought") : t("bringing");
  }

  return (
    <SourceFrame {...source.frame}>
      {value && "assetId" in value ? (
        <PictureCard
          key={value.assetId}
          assetId={value.assetId}
          disabled={disabled}
          onChange={source.choose}
        />
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
      {value === undefined && source.pending.length === 0 ? (
        <SourceDropButton
          name={name}
          icon={ImagePlus}
          words={t("drop")}
          touchWords={t("choose")}
          limits={t("limits")}
          disabled={disabled}
          onPress={source.openFiles}
        />
      ) : null}
      <SourceButtons {...source.panel} disabled={disabled} className="mt-1">
        {value ? <AnotherFileButton name={name} disabled={disabled} onPress={source.openFiles} /> : null}
      </SourceButtons>
      <SourceFileInput {...source.fileInput} label={label} accept="image/*" />
      <SourcePanel {...source.panel} kind="image" onSource={source.choose} />
    </SourceFrame>
  );
}
