"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showToast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { useAction } from "./use-action";

/** A token without its text. */
export interface ShownToken {
  id: string;
  name: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** The tokens of a person, each with the way to end it. */
export function TokenList({
  tokens,
  revoke,
}: {
  tokens: readonly ShownToken[];
  revoke: (tokenId: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.tokens");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const router = useRouter();
  const [asked, setAsked] = useState<ShownToken | null>(null);
  const { run, pending, problem } = useAction(revoke);

  async function revokeAsked() {
    if (!asked) return;
    const done = await run(asked.id);
    setAsked(null);
    if (!done) return;
    showToast({ tone: "plain", title: t("revoked") });
    router.refresh();
  }

  const written = (date: Date) => format.dateTime(date, "dateTime");
  return (
    <SettingsPart title={t("list")}>
      <ProblemNotice problem={problem} />
      {tokens.length === 0 ? <p className="text-sm text-text-3">{t("none")}</p> : null}
      {tokens.length > 0 ? (
        <SettingsRows label={t("list")}>
          {tokens.map((token) => (
            <SettingsRow
              key={token.id}
              actions={
                <Button
                  size="small"
                  variant="outline"
                  aria-label={t("revokeLabel", { name: token.name })}
                  onClick={() => setAsked(token)}
                >
                  {t("revoke")}
                </Button>
              }
            >
              <span className="font-medium">{token.name}</span>{" "}
              <span className="font-mono text-2xs text-text-3">…{token.lastFour}</span>
              <div className="mt-0.5 text-2xs text-text-3">
                {[
                  t("created", { when: written(token.createdAt) }),
                  token.lastUsedAt ? t("used", { when: written(token.lastUsedAt) }) : t("neverUsed"),
                  ...(token.expiresAt ? [t("endsAt", { when: written(token.expiresAt) })] : []),
                ].join(" · ")}
              </div>
            </SettingsRow>
          ))}
        </SettingsRows>
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void revokeAsked()}
        title={t("revokeTitle", { name: asked?.name ?? "" })}
        confirmLabel={t("revoke")}
        cancelLabel={common("cancel")}
        destructive
        pending={pending}
      >
        {t("revokeBody")}
      </ConfirmDialog>
    </SettingsPart>
  );
}
