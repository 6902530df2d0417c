"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import { storeTimeZone } from "@/components/shell/store-time-zone";
import { type AccountProblem, AccountProblemNotice } from "./sign-in";

/** Signs in at the identity provider, which leads back to `nextPath`. */
export function IdentitySignIn({
  provider,
  nextPath,
  refused,
}: {
  provider: { id: string; name: string };
  nextPath: string;
  /** The code of why it didn't work before. */
  refused: string | null;
}) {
  const t = useTranslations("auth.signIn");
  const [problem, setProblem] = useState<AccountProblem | null>(refused ? { code: refused } : null);
  const [pending, setPending] = useState(false);

  async function leave(): Promise<void> {
    setPending(true);
    setProblem(null);
    storeTimeZone();
    try {
      const { signIn } = await import("next-auth/react");
      await signIn(provider.id, { callbackUrl: nextPath });
    } catch {
      // The import and the fetch of next-auth throw only when no response arrives.
      setProblem({ code: studioUnreachableCode });
      setPending(false);
    }
  }

  return (
    <div className="mb-6 grid gap-5">
      {problem ? <AccountProblemNotice problem={problem} /> : null}
      <Button size="large" pending={pending} onClick={() => void leave()}>
        {t("elsewhere", { name: provider.name })}
      </Button>
      <p className="flex items-center gap-3 text-sm text-text-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("or")}
      </p>
    </div>
  );
}
