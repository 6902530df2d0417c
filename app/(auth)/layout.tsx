import type { ReactNode } from "react";
import { PageMessages } from "@/lib/i18n/page-messages";
import { AccountPage } from "@/components/account/account-page";
import { ClearTextWarning } from "@/components/account/clear-text-warning.server";

/** The errors of signing in and of new accounts; none comes from a service. */
const problems = [
  "errors.auth",
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
    <PageMessages namespaces={["auth", ...problems, "validation.field", "validation.account"]}>
      <AccountPage>
        <ClearTextWarning />
        {children}
      </AccountPage>
    </PageMessages>
  );
}
