"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";

/** Recovery codes, which are shown only now. */
export function RecoveryCodes({ codes, lead }: { codes: readonly string[]; lead: string }) {
  const t = useTranslations("settings.account.secondFactor");
  const actions = useTranslations("settings.actions");
  const text = codes.join("\n");
  return (
    <div className="grid gap-4">
      <Notice tone="neutral" announce title={t("codesTitle")}>
        {lead}
      </Notice>
      <ul
        role="list"
        aria-label={t("codes")}
        className="grid gap-x-6 gap-y-1.5 rounded-md border bg-raised p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          showLabel
          text={text}
          label={actions("copy")}
          copiedLabel={actions("copied")}
          failedLabel={actions("notCopied")}
        />
        <Button
          variant="outline"
          size="small"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), t("fileName"))}
        >
          <Download aria-hidden />
          {t("download")}
        </Button>
      </div>
    </div>
  );
}
