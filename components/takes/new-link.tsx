"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import type { NewShareDto } from "@/lib/shares/share-dto";
import { canSendLinks, sendLink } from "./send-link";

/** The address of a new link, to copy or send. Needs the messages `share`. */
export function NewLink({ share: { url, project, items } }: { share: NewShareDto }) {
  const t = useTranslations("share");
  async function send() {
    const title = project?.title ?? items[0]?.name ?? "";
    const outcome = await sendLink({ title, url });
    if (outcome === "copied") showToast({ tone: "plain", title: t("copied") });
    if (outcome === "failed") showToast({ tone: "danger", title: t("notCopied") });
  }
  return (
    <Field label={t("link")} hint={t("listedInSettings")}>
      <div className="flex flex-wrap gap-2">
        <Input
          readOnly
          value={url}
          dir="ltr"
          className="min-w-0 flex-1"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton
          text={url}
          label={t("copy")}
          copiedLabel={t("copied")}
          failedLabel={t("notCopied")}
          showLabel
        />
        {canSendLinks() ? <Button onClick={() => void send()}>{t("send")}</Button> : null}
      </div>
    </Field>
  );
}
