"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { IdentitySummary } from "@/lib/auth/identities.server";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart, SettingsRow, SettingsRows } from "./settings-section";
import { ProblemNotice, type ShownProblem, useAction } from "./use-action";

/** The account of the identity provider that signs the person in; links and unlinks it. */
export function IdentityPart({
  identities,
  provider,
  email,
  refused,
  unlink,
}: {
  identities: readonly IdentitySummary[];
  /** Null where the studio has no provider any more. */
  provider: { id: string; name: string } | null;
  /** The address of the account, which the provider has to know. */
  email: string;
  /** The code of why linking didn't work before. */
  refused: string | null;
  unlink: (id: string) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings.account.identities");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const [unlinking, setUnlinking] = useState<IdentitySummary | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [problem, setProblem] = useState<ShownProblem | null>(refused ? { code: refused, fields: [] } : null);
  const removal = useAction(unlink, { announce: () => t("unlinked") });

  async function link(providerId: string): Promise<void> {
    setIsLeaving(true);
    setProblem(null);
    try {
      const { signIn } = await import("next-auth/react");
      await signIn(providerId, { callbackUrl: "/settings/account" });
    } catch {
      // The import and the fetch of next-auth throw only when no response arrives.
      setProblem({ code: studioUnreachableCode, fields: [] });
      setIsLeaving(false);
    }
  }

  return (
    <SettingsPart
      title={t("title")}
      lead={t("lead", { name: provider?.name ?? identities[0]?.provider ?? "" })}
    >
      <ProblemNotice problem={problem ?? removal.problem} />
      {identities.length > 0 ? (
        <SettingsRows label={t("title")}>
          {identities.map((identity) => (
            <SettingsRow
              key={identity.id}
              facts={[
                ...(identity.email ? [identity.email] : []),
                t("linked", { when: format.dateTime(identity.createdAt, "date") }),
              ].join(" · ")}
              actions={
                <Button
                  size="small"
                  variant="outline"
                  aria-label={t("unlinkLabel", { name: identity.provider })}
                  onClick={() => setUnlinking(identity)}
                >
                  {t("unlink")}
                </Button>
              }
            >
              <span className="font-medium wrap-anywhere">{identity.provider}</span>
            </SettingsRow>
          ))}
        </SettingsRows>
      ) : null}
      {provider && !identities.some(({ isCurrent }) => isCurrent) ? (
        <div className="grid justify-items-start gap-2 not-first:mt-4">
          <Button pending={isLeaving} onClick={() => void link(provider.id)}>
            {t("link", { name: provider.name })}
          </Button>
          <p className="max-w-prose text-sm text-text-3">{t("linkHint", { email })}</p>
        </div>
      ) : null}
      <ConfirmDialog
        open={unlinking !== null}
        onClose={() => setUnlinking(null)}
        onConfirm={() => void (unlinking && removal.run(unlinking.id).then(() => setUnlinking(null)))}
        title={t("unlinkTitle", { name: unlinking?.provider ?? "" })}
        confirmLabel={t("unlink")}
        cancelLabel={common("cancel")}
        destructive
        pending={removal.pending}
      >
        {t("unlinkBody")}
      </ConfirmDialog>
    </SettingsPart>
  );
}
