"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

/** A secret that is shown only once, with a copy button. */
export function ShownOnce({
  title,
  lead,
  label,
  text,
}: {
  title: string;
  lead: string;
  label: string;
  text: string;
}) {
  const t = useTranslations("settings.actions");
  return (
    <div className="grid gap-3">
      <Notice tone="neutral" announce title={title}>
        {lead}
      </Notice>
      <div className="flex items-end gap-2">
        <Field label={label} className="flex-1">
          <Input
            readOnly
            value={text}
            className="font-mono text-sm"
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
        <CopyButton
          showLabel
          text={text}
          label={t("copy")}
          copiedLabel={t("copied")}
          failedLabel={t("notCopied")}
          className="h-9.5"
        />
      </div>
    </div>
  );
}
