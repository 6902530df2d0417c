"use client";

import { useTranslations } from "next-intl";
import { signOutAndLeave } from "@/components/shell/sign-out";
import type { RemoveAccountInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { AskPassword } from "./password-dialog";

/** Asks for the password and removes the account. Lazily loaded, hence the default export. */
export default function RemoveAccountDialog({
  remove,
  onEnd,
}: {
  remove: (input: RemoveAccountInput) => Promise<ActionResult<null>>;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.account.removal");
  const words = {
    title: t("removeTitle"),
    lead: t("removeBody"),
    submit: t("removeConfirm"),
    cancel: t("removeCancel"),
  };
  return (
    <AskPassword
      send={remove}
      onEnd={(removed) => (removed ? void signOutAndLeave() : onEnd())}
      words={words}
      variant="danger"
    />
  );
}
