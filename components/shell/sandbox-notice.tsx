import { useTranslations } from "next-intl";

/** Says in one constant place that the service is the sandbox: nobody may take its work for the real service's. */
export function SandboxNotice({ place }: { place: "rail" | "strip" }) {
  const t = useTranslations("shell.sandbox");
  if (place === "strip") {
    return (
      <p className="truncate border-b border-dashed border-line-strong bg-panel px-4 py-1.5 text-center text-2xs text-text-2">
        <strong className="font-medium text-text">{t("title")}</strong> {t("explanation")}
      </p>
    );
  }
  return (
    <p className="rounded-md border border-dashed border-line-strong px-2.5 py-2 text-2xs leading-[1.4] text-text-2">
      <strong className="block font-medium text-text">{t("title")}</strong>
      {t("explanation")}
    </p>
  );
}
