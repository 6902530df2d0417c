"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";

/** Nothing can be sent now: why, and where it is mended. */
export function ConnectionNotice({ problem }: { problem: "missing" | "unreadable" }) {
  const t = useTranslations("create");
  const { title, action } = useErrorText()(`connection.${problem}`);
  return (
    <div className="page-x pb-5">
      <Notice
        tone="warning"
        title={title}
        actions={
          <Link href="/settings" className={buttonVariants({ variant: "outline", size: "small" })}>
            {t("openSettings")}
          </Link>
        }
      >
        {action}
      </Notice>
    </div>
  );
}
