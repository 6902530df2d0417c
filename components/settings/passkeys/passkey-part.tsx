"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { RenamePasskeyInput } from "@/lib/auth/account-input";
import type { PasskeySummary } from "@/lib/auth/passkey-input";
import type { PasskeyAdvice } from "@/lib/auth/passkey-site.server";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";
import { PasskeyAdviceText } from "./passkey-advice";
import { type AddPasskeyActions, useAddPasskey } from "./use-add-passkey";

const loadRename = () => import("./rename-passkey-dialog");

/** Lists the person's passkeys; adds, renames and removes them. */
export function PasskeyPart({
  passkeys,
  advice,
  actions,
}: {
  passkeys: readonly PasskeySummary[];
  /** Set where none can be added. */
  advice: PasskeyAdvice | null;
  actions: AddPasskeyActions & {
    rename: (id: string, input: RenamePasskeyInput) => Promise<ActionResult<null>>;
    remove: (id: string) => Promise<ActionResult<null>>;
  };
}) {
  const t = useTranslations("settings.account.passkeys");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const [renaming, setRenaming] = useState<PasskeySummary | null>(null);
  const [removing, setRemoving] = useState<PasskeySummary | null>(null);
  const adding = useAddPasskey(actions, { announce: ({ name }) => t("added", { name }) });
  const removal = useAction(actions.remove, { announce: () => t("removed") });
  const isOneHost = new Set(passkeys.map(({ rpId }) => rpId)).size < 2;

  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <ProblemNotice problem={adding.problem ?? removal.problem} />
      {passkeys.length > 0 ? (
        <SettingsRows label={t("list")}>
          {passkeys.map((passkey) => (
            <SettingsRow
              key={passkey.id}
              facts={[
                ...(isOneHost && !advice ? [] : [t("host", { host: passkey.rpId })]),
                t("created", { when: format.dateTime(passkey.createdAt, "date") }),
                passkey.lastUsedAt
                  ? t("used", { when: format.dateTime(passkey.lastUsedAt, "dateTime") })
                  : t("neverUsed"),
              ].join(" · ")}
              actions={
                <>
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("renameLabel", { name: passkey.name })}
                    onClick={() => setRenaming(passkey)}
                  >
                    {t("rename")}
                  </Button>
                  <Button
                    size="small"
                    variant="outline"
                    aria-label={t("removeLabel", { name: passkey.name })}
                    onClick={() => setRemoving(passkey)}
                  >
                    {t("remove")}
                  </Button>
                </>
              }
            >
              <span className="font-medium wrap-anywhere">{passkey.name}</span>
            </SettingsRow>
          ))}
        </SettingsRows>
      ) : null}
      <div className="not-first:mt-4">
        {advice ? (
          <PasskeyAdviceText advice={advice} />
        ) : (
          <Button pending={adding.pending} onClick={() => void adding.add()}>
            {t("add")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => void (removing && removal.run(removing.id).then(() => setRemoving(null)))}
        title={t("removeTitle", { name: removing?.name ?? "" })}
        confirmLabel={t("remove")}
        cancelLabel={common("cancel")}
        destructive
        pending={removal.pending}
      >
        {t("removeBody")}
      </ConfirmDialog>
      {renaming ? (
        <FetchedPart
          load={loadRename}
          props={{ passkey: renaming, rename: actions.rename, onEnd: () => setRenaming(null) }}
          onFailed={() => setRenaming(null)}
        />
      ) : null}
    </SettingsPart>
  );
}
