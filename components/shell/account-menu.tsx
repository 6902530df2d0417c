"use client";

import { Keyboard, LogOut, Settings } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { parseTheme, themes } from "@/lib/appearance/themes";
import { isLocale, localeNames, locales } from "@/lib/i18n/locales";
import { openShellDialog } from "./shell-dialogs";
import { signOutAndLeave } from "./sign-out";
import { useChooseLocale, useTheme } from "./use-appearance";
import { useOpenPage } from "./use-open-page";

/** The person, and what is theirs to choose: theme, language, settings, signing out. */
export function AccountMenu({ name }: { name: string }) {
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

  return (
    <Menu
      items={items}
      label={t("label", { name })}
      side="top"
      align="start"
      variant="ghost"
      size="small"
      className="h-9 max-w-full justify-start px-2"
    >
      <Avatar name={name} />
      <span className="truncate">{name}</span>
    </Menu>
  );
}
