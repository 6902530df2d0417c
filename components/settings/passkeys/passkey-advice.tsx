import { useTranslations } from "next-intl";
import type { PasskeyAdvice } from "@/lib/auth/passkey-site.server";

/** Why no passkey can be added at this address, and what to do. */
export function PasskeyAdviceText({ advice: { obstacle, localOrigin } }: { advice: PasskeyAdvice }) {
  const t = useTranslations("settings.account.passkeys");
  return (
    <p className="max-w-prose text-sm text-text-2">
      {t("obstacle", { obstacle })}{" "}
      {localOrigin
        ? t.rich("openLocally", {
            link: () => (
              <a href={`${localOrigin}/settings/account`} className="underline underline-offset-2">
                {localOrigin}
              </a>
            ),
          })
        : t("setAddress")}
    </p>
  );
}
