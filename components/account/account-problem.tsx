"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";

/** A refusal that belongs to no single field. */
export interface AccountProblem {
  code: string;
  retryAfterSeconds?: number;
}

const messageKeys = {
  "auth.wrong-credentials": ["wrongCredentials", "wrongCredentialsAction"],
  "auth.setup-closed": ["setupClosed", "setupClosedAction"],
  "auth.setup-token": ["setupToken", "setupTokenAction"],
  "auth.link-invalid": ["linkInvalid", "linkInvalidAction"],
  "auth.email-taken": ["emailTaken", "emailTakenAction"],
  unreachable: ["unreachable", "unreachableAction"],
  internal: ["internal", "internalAction"],
} as const;

/** Says what stands in the way of an account, and what to do; read out when it appears. */
export function AccountProblemNotice({ problem }: { problem: AccountProblem }) {
  const t = useTranslations("auth.problems");
  if (problem.code === "auth.throttled") {
    const minutes = Math.max(1, Math.ceil((problem.retryAfterSeconds ?? 60) / 60));
    return (
      <Notice announce title={t("throttled")}>
        {t("throttledAction", { minutes })}
      </Notice>
    );
  }
  const known = problem.code in messageKeys ? (problem.code as keyof typeof messageKeys) : "internal";
  const [title, action] = messageKeys[known];
  return (
    <Notice announce title={t(title)}>
      {t(action)}
    </Notice>
  );
}
