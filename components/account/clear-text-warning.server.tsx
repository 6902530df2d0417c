import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { Notice } from "@/components/ui/notice";
import { isSentInClear } from "@/lib/auth/request-origin.server";

/** Above forms with a password: warns when it would cross the network unencrypted. */
export async function ClearTextWarning() {
  if (!isSentInClear(await headers())) return null;
  const t = await getTranslations("cleartext");
  return (
    <Notice tone="warning" title={t("title")} className="mb-7">
      {t("action")}
    </Notice>
  );
}
