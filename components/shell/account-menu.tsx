"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { Menu } from "@/components/ui/menu";

const AccountMenuContent = lazy(() => import("./account-menu-content"));

/** The person's menu. */
export function AccountMenu({ name }: { name: string }) {
  const t = useTranslations("shell.account");
  return (
    <Menu
      content={<AccountMenuContent />}
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
