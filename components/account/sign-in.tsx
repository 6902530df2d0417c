"use client";

import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";

/** A refusal that belongs to no single field. */
export interface AccountProblem {
  /** Of the error catalogue. */
  code: string;
  /** With `auth.throttled`. */
  retryAfterSeconds?: number;
}

/** Says what stands in the way of an account, and what to do; read out when it appears. */
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

/** Signs in on this browser; null when it worked, else why not. */
export async function signInWithPassword(credentials: {
  email: string;
  password: string;
}): Promise<AccountProblem | null> {
  try {
    const answer = await signIn("credentials", { ...credentials, redirect: false });
    // next-auth counts a lost CSRF cookie as an answer like any other: only the address it leads to tells.
    if (answer?.url && new URL(answer.url).searchParams.has("csrf")) return { code: "auth.cookies" };
    if (answer?.ok) return null;
    const [code = "internal", seconds] = (answer?.error ?? "internal").split(" ");
    return { code, ...(seconds ? { retryAfterSeconds: Number(seconds) } : {}) };
  } catch {
    // next-auth asks with fetch, which throws for one reason only: no answer came.
    return { code: studioUnreachableCode };
  }
}

/** Goes to a page as a new document, so that nothing the browser kept for another person (or nobody) is shown. */
export function openAfresh(path: string): void {
  window.location.assign(path);
}
