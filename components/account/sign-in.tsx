"use client";

import { useTranslations } from "next-intl";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import { storeTimeZone } from "@/components/shell/store-time-zone";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";

/** A refusal that belongs to no field. */
export interface AccountProblem {
  /** A code of the error catalogue. */
  code: string;
  /** Set with `auth.throttled`. */
  retryAfterSeconds?: number;
}

/** Shows why signing in or creating the account failed and what to do. Announced when it appears. */
export function AccountProblemNotice({ problem }: { problem: AccountProblem }) {
  const t = useTranslations("auth");
  const describe = useErrorText();
  const { title, action } = describe(problem.code);
  const { retryAfterSeconds } = problem;
  return (
    <Notice announce title={title}>
      {retryAfterSeconds === undefined
        ? action
        : t("throttledAction", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })}
    </Notice>
  );
}

/** Signs in with a password on this browser. Returns null on success, else the reason. */
export function signInWithPassword(credentials: {
  email: string;
  password: string;
  /** Of a second factor; leave it out instead of passing undefined, which next-auth would send as a word. */
  code?: string;
}): Promise<AccountProblem | null> {
  return signInWith("credentials", credentials);
}

/** Signs in on this browser with what one of next-auth's providers takes. Returns null on success, else the reason. */
export async function signInWith(
  providerId: string,
  credentials: Record<string, string>,
): Promise<AccountProblem | null> {
  try {
    const { signIn } = await import("next-auth/react");
    const answer = await signIn(providerId, { ...credentials, redirect: false });
    // next-auth reports a lost CSRF cookie as a success; only the address it redirects to shows it.
    if (answer?.url && new URL(answer.url).searchParams.has("csrf")) return { code: "auth.cookies" };
    if (answer?.ok) return null;
    const [code = "internal", seconds] = (answer?.error ?? "internal").split(" ");
    return { code, ...(seconds ? { retryAfterSeconds: Number(seconds) } : {}) };
  } catch {
    // The import and the fetch of next-auth throw only when no response arrives.
    return { code: studioUnreachableCode };
  }
}

/** Opens a page as a new document, so that nothing cached for another person is shown. */
export function openAfresh(path: string): void {
  // Otherwise the first page would format its times anew once its scripts have loaded.
  storeTimeZone();
  window.location.assign(path);
}
