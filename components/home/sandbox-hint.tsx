import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Shown until a service is connected: results come from the sandbox. */
export function SandboxHint({ missing }: { missing: boolean }) {
  const t = useTranslations("home.connection");
  return (
    <Notice
      tone="neutral"
      className="mt-4"
      title={t(missing ? "missingTitle" : "sandboxTitle")}
      actions={
        <Link href="/settings" className={buttonVariants({ variant: "outline", size: "small" })}>
          {t("connect")}
        </Link>
      }
    >
      {t(missing ? "missing" : "sandbox")}
    </Notice>
  );
}
