"use client";

import { useTranslations } from "next-intl";
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
