"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { useShortcut } from "./use-shortcut";
import type { ShellGenerator } from "./shell-generator";

const CommandPalette = dynamic(() => import("./command-palette"), { ssr: false });
const ShortcutList = dynamic(() => import("./shortcut-list"), { ssr: false });

/** The windows that the shell opens over any page. */
export type ShellDialogName = "palette" | "shortcuts";

let openName: ShellDialogName | null = null;
const listeners = new Set<() => void>();

function set(name: ShellDialogName | null): void {
  openName = name;
  for (const listener of listeners) listener();
}

/** Opens a window of the shell from anywhere. */
export function openShellDialog(name: ShellDialogName): void {
  set(name);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws the open window of the shell; the code of each is fetched when it is first opened. */
export function ShellDialogs({ generators }: { generators: readonly ShellGenerator[] }) {
  const open = useSyncExternalStore(
    subscribe,
    () => openName,
    () => null,
  );
  useShortcut("mod+k", () => set(openName === "palette" ? null : "palette"), { whileTyping: true });
  useShortcut("?", () => set("shortcuts"));
  const close = () => set(null);
  if (open === "palette") return <CommandPalette generators={generators} onClose={close} />;
  if (open === "shortcuts") return <ShortcutList onClose={close} />;
  return null;
}
