import { signIn } from "next-auth/react";

/** Why a sign-in was refused; `unreachable` when the studio did not answer. */
export interface SignInProblem {
  code: string;
  /** With `auth.throttled`. */
  retryAfterSeconds?: number;
}

/** Signs in on this browser; null when it worked. */
export async function signInWithPassword(credentials: {
  email: string;
  password: string;
}): Promise<SignInProblem | null> {
  try {
    const answer = await signIn("credentials", { ...credentials, redirect: false });
    if (answer?.ok) return null;
    const [code = "internal", seconds] = (answer?.error ?? "internal").split(" ");
    return { code, ...(seconds ? { retryAfterSeconds: Number(seconds) } : {}) };
  } catch {
    // next-auth asks with fetch, which throws for one reason only: no answer came.
    return { code: "unreachable" };
  }
}
