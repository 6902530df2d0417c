import type { ReactNode } from "react";
import { PageMessages } from "@/lib/i18n/page-messages";
import { AccountPage } from "@/components/account/account-page";

/** Pages for people who are not signed in: one column, nothing else. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages namespaces={["auth", "errors", "validation"]}>
      <AccountPage>{children}</AccountPage>
    </PageMessages>
  );
}
