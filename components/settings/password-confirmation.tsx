"use client";

import { createContext, use, useCallback, useState, type ReactNode } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { ActionResult } from "@/lib/http/action-result";

type ConfirmPassword = (input: { password: string }) => Promise<ActionResult<null>>;

const ConfirmationContext = createContext<() => Promise<boolean>>(() => Promise.resolve(false));

/** Returns a function that asks for the password; it resolves to whether the password was confirmed. */
export function usePasswordConfirmation(): () => Promise<boolean> {
  return use(ConfirmationContext);
}

const loadDialog = () => import("./password-dialog");

/** Lets the forms inside ask for the password, where an action needs a fresh sign-in. */
export function PasswordConfirmation({
  confirm,
  children,
}: {
  confirm: ConfirmPassword;
  children: ReactNode;
}) {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
  const ask = useCallback(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)), []);
  function end(confirmed: boolean): void {
    answer?.(confirmed);
    setAnswer(null);
  }
  return (
    <ConfirmationContext value={ask}>
      {children}
      {answer ? (
        <FetchedPart load={loadDialog} props={{ confirm, onEnd: end }} onFailed={() => end(false)} />
      ) : null}
    </ConfirmationContext>
  );
}
