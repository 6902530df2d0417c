"use client";

import { Keyboard, LogOut, Settings } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";
import { parseTheme, themes } from "@/lib/appearance/themes";
import { isLocale, localeNames, locales } from "@/lib/i18n/locales";
import { openShellDialog } from "./shell-dialogs";
import { signOutAndLeave } from "./sign-out";
import { useChooseLocale, useTheme } from "./use-appearance";
import { useOpenPage } from "./use-open-page";

/** Theme, language, settings, shortcuts and signing out. Lazily loaded, hence the default export. */
export default function AccountMenuContent() {
  const t = useTranslations("shell.account");
  const openPage = useOpenPage();
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  const [theme, chooseTheme] = useTheme();

  const items: MenuItem[] = [
    {
      kind: "choice",
      label: t("theme"),
      value: theme ?? "",
      options: themes.map((value) => ({ value, label: t(`themes.${value}`) })),
      onValueChange: (value) => chooseTheme(parseTheme(value)),
    },
    { kind: "separator" },
    {
      kind: "choice",
      label: t("language"),
      value: locale,
      options: locales.map((value) => ({ value, label: localeNames[value] })),
      onValueChange: (value) => {
        if (isLocale(value)) chooseLocale(value);
      },
    },
    { kind: "separator" },
    { label: t("settings"), icon: <Settings aria-hidden />, onSelect: () => openPage("/settings") },
    {
      label: t("shortcuts"),
      icon: <Keyboard aria-hidden />,
      keys: "?",
      onSelect: () => openShellDialog("shortcuts"),
    },
    { kind: "separator" },
    { label: t("signOut"), icon: <LogOut aria-hidden />, onSelect: () => void signOutAndLeave() },
  ];

  return <MenuContent items={items} />;
}
