import { signIn } from "next-auth/react";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import type { AccountProblem } from "./account-problem";

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
