"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { RemoveAccountInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart } from "./settings-section";

const loadDialog = () => import("./remove-account-dialog");

/** Removes the person's own account, after a question that asks for the password. */
export function RemoveAccountPart({
  remove,
}: {
  remove: (input: RemoveAccountInput) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.account.removal");
  const [asking, setAsking] = useState(false);
  return (
    <SettingsPart title={t("remove")} lead={t("removeLead")}>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t("removeButton")}
      </Button>
      {asking ? (
        <FetchedPart
          load={loadDialog}
          props={{ remove, onEnd: () => setAsking(false) }}
          onFailed={() => setAsking(false)}
        />
      ) : null}
    </SettingsPart>
  );
}
