import type { ReactNode } from "react";
import { PageMessages } from "@/lib/i18n/page-messages";
import { AccountPage } from "@/components/account/account-page";

/** Layout of pages for people who aren't signed in. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages namespaces={["auth", "errors", "validation.field", "validation.account"]}>
      <AccountPage>{children}</AccountPage>
    </PageMessages>
  );
}
