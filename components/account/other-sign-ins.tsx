"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import { storeTimeZone } from "@/components/shell/store-time-zone";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import type { StartPasskeySignIn } from "./passkey-sign-in";
import { type AccountProblem, AccountProblemNotice, openAfresh } from "./sign-in";

/** The email field has the focus, and complains when it loses it while it is empty. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Signs in without a password: with a passkey, or at the identity provider, which leads back to `nextPath`. */
export function OtherSignIns({
  provider,
  startPasskey,
  nextPath,
  refused,
}: {
  provider: { id: string; name: string } | null;
  /** Null where nobody has a passkey. */
  startPasskey: StartPasskeySignIn | null;
  nextPath: string;
  /** The code of why it didn't work before. */
  refused: string | null;
}) {
  const t = useTranslations("auth.signIn");
  const loadErrorText = useLoadErrorText();
  const [problem, setProblem] = useState<AccountProblem | null>(refused ? { code: refused } : null);
  const [pending, setPending] = useState<"provider" | "passkey" | null>(null);

  async function attempt(way: "provider" | "passkey", enter: () => Promise<AccountProblem | null>) {
    if (pending) return;
    setPending(way);
    setProblem(null);
    try {
      const refusal = await enter();
      // On success, the page is left.
      if (!refusal) return;
      await loadErrorText(refusal.code);
      setProblem(refusal);
    } catch {
      // The imports and the fetch of next-auth throw only when no response arrives.
      setProblem({ code: studioUnreachableCode });
    }
    setPending(null);
  }

  async function enterWithPasskey(start: StartPasskeySignIn): Promise<AccountProblem | null> {
    const { signInWithPasskey } = await import("./passkey-sign-in");
    const refusal = await signInWithPasskey(start);
    if (!refusal) openAfresh(nextPath);
    return refusal;
  }

  async function leaveFor(providerId: string): Promise<null> {
    storeTimeZone();
    const { signIn } = await import("next-auth/react");
    await signIn(providerId, { callbackUrl: nextPath });
    return null;
  }

  return (
    <div className="mb-6 grid gap-3">
      {problem ? (
        <div className="mb-2">
          <AccountProblemNotice problem={problem} />
        </div>
      ) : null}
      {provider ? (
        <Button
          size="large"
          pending={pending === "provider"}
          onMouseDown={keepFocus}
          onClick={() => void attempt("provider", () => leaveFor(provider.id))}
        >
          {t("elsewhere", { name: provider.name })}
        </Button>
      ) : null}
      {startPasskey ? (
        <Button
          size="large"
          pending={pending === "passkey"}
          onMouseDown={keepFocus}
          onClick={() => void attempt("passkey", () => enterWithPasskey(startPasskey))}
        >
          <KeyRound aria-hidden />
          {t("passkey")}
        </Button>
      ) : null}
      <p className="mt-2 flex items-center gap-3 text-sm text-text-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("or")}
      </p>
    </div>
  );
}
