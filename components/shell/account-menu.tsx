"use client";

import { Keyboard, LogOut, Settings } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { parseTheme, themes } from "@/lib/appearance/themes";
import { isLocale, localeNames, locales } from "@/lib/i18n/locales";
import { openShellDialog } from "./shell-dialogs";
import { useChooseLocale, useTheme } from "./use-appearance";
import { useOpenPage } from "./use-open-page";

/** The person's menu: theme, language, settings, shortcuts and signing out. */
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

/** Returns the first letters of the first and last word, or the first two characters of a single word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = Array.from(words[0] ?? "");
  const last = words.length > 1 ? Array.from(words.at(-1) ?? "") : [];
  return (last.length > 0 ? `${first[0] ?? ""}${last[0] ?? ""}` : first.slice(0, 2).join("")).toUpperCase();
}

/** A person's initials; decorative, beside the name. */
function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-5.5 shrink-0 place-items-center rounded-full bg-hover text-2xs font-medium tracking-tight text-text"
    >
      {initials(name)}
    </span>
  );
}

/** Ends the session and opens the sign-in page. Loads the client of next-auth on demand. */
export async function signOutAndLeave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
