import type { ReactNode } from "react";
import { PageMessages } from "@/lib/i18n/page-messages";
import { AccountPage } from "@/components/account/account-page";
import { ClearTextWarning } from "@/components/account/clear-text-warning.server";

const words = ["auth.setup", "auth.signIn", "auth.fields", "auth.code", "auth.throttledAction"] as const;

/** The errors of signing in. Others load soon after the page. */
const problems = [
  "errors.auth.wrong-credentials",
  "errors.auth.throttled",
  "errors.auth.wrong-code",
  "errors.auth.cookies",
  "errors.input",
  "errors.not-found",
  "errors.rate",
  "errors.database",
  "errors.internal",
  "errors.studio",
] as const;

/** Layout of pages for people who aren't signed in. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages namespaces={[...words, ...problems, "validation.field", "validation.account"]}>
      <AccountPage>
        <ClearTextWarning />
        {children}
      </AccountPage>
    </PageMessages>
  );
}
