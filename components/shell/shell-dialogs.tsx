"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { showToast } from "@/components/ui/toast";
import { useShortcut } from "@/components/ui/use-shortcut";

const loadPalette = () => import("./command-palette");
const loadShortcuts = () => import("./shortcut-list");

/** The dialogs that the shell opens on any page. */
type ShellDialogName = "palette" | "shortcuts";

let openName: ShellDialogName | null = null;
const listeners = new Set<() => void>();

function set(name: ShellDialogName | null): void {
  openName = name;
  for (const listener of listeners) listener();
}

/** Opens a dialog of the shell from anywhere. */
export function openShellDialog(name: ShellDialogName): void {
  set(name);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the open dialog of the shell. Its code loads when it first opens. */
export function ShellDialogs() {
  const t = useTranslations("shell.live.cannotOpen");
  const open = useSyncExternalStore(
    subscribe,
    () => openName,
    () => null,
  );
  useShortcut("mod+k", () => set(openName === "palette" ? null : "palette"), { whileTyping: true });
  useShortcut("?", () => set("shortcuts"));
  const close = () => set(null);
  const onFailed = (isExplained: boolean) => {
    close();
    if (!isExplained) showToast({ tone: "danger", title: t("away.title"), description: t("away.action") });
  };
  if (open === "palette") {
    return <FetchedPart load={loadPalette} props={{ onClose: close }} onFailed={onFailed} />;
  }
  if (open === "shortcuts") {
    return <FetchedPart load={loadShortcuts} props={{ onClose: close }} onFailed={onFailed} />;
  }
  return null;
}
