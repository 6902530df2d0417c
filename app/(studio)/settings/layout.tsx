import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PasswordConfirmation } from "@/components/settings/password-confirmation";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { readShortBuildId, version } from "@/lib/status/version.server";
import { confirmPasswordAction } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

const ownersSections = new Set<string>(["members", "audit-log", "status"]);

/** The sections of the settings, of which some are for owners. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const [actor, t] = await Promise.all([requireSessionActor(), getTranslations("settings")]);
  const sections = [
    "connection",
    "callbacks",
    "notifications",
    "account",
    "members",
    "tokens",
    "links",
    "webhooks",
    "usage",
    "storage",
    "audit-log",
    "status",
  ] as const;
  return (
    <PageMessages
      namespaces={[
        "settings.actions",
        "settings.confirmPassword",
        "settings.account.currentPassword",
        "validation.field",
        // The password dialog is rendered here, outside of the pages.
        "validation.account",
        "auth.fields",
      ]}
    >
      <SettingsFrame
        title={t("title")}
        navigationLabel={t("sections.label")}
        version={t("version", { version, build: readShortBuildId() })}
        sections={sections
          .filter((section) => actor.role === "owner" || !ownersSections.has(section))
          .map((section) => ({ href: `/settings/${section}`, label: t(`sections.${section}`) }))}
      >
        <PasswordConfirmation confirm={confirmPasswordAction}>{children}</PasswordConfirmation>
      </SettingsFrame>
    </PageMessages>
  );
}
