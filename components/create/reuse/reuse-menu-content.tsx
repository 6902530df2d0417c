"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, History, ListOrdered, TextCursorInput } from "lucide-react";
import { useTranslations } from "next-intl";
import type { WrittenText } from "@/components/form/writing-tools";
import { snippetQueries } from "@/components/queries/snippet-queries";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";
import type { PromptField } from "@/lib/items/prompt-fields";
import { matchSnippets } from "./match-snippets";

interface ReuseMenuProps {
  field: PromptField;
  text: WrittenText;
  onDialog: (kind: "history" | "save" | "manage") => void;
}

/** The open menu of a field: earlier texts, and snippets to insert, save and manage. */
export function ReuseMenuContent({ field, text, onDialog }: ReuseMenuProps) {
  const t = useTranslations("reuse");
  const { data } = useQuery(snippetQueries.list());
  const snippets = data?.snippets ?? [];
  const offered = matchSnippets(snippets, { field, query: "" });
  const items: MenuItem[] = [
    {
      label: t("menu.history"),
      icon: <History aria-hidden />,
      opensDialog: true,
      onSelect: () => onDialog("history"),
    },
    {
      label: t("menu.save"),
      icon: <BookmarkPlus aria-hidden />,
      opensDialog: true,
      onSelect: () => onDialog("save"),
    },
    { kind: "separator" },
    { kind: "heading", label: t(snippets.length === 0 ? "menu.none" : "menu.snippets") },
    ...offered.map(({ name, text: inserted }) => ({
      label: name,
      icon: <TextCursorInput aria-hidden />,
      // The menu returns the focus to its button before the text takes it.
      opensDialog: true,
      onSelect: () => text.insert(inserted),
    })),
    ...(snippets.length > 0
      ? [
          { kind: "separator" } as const,
          {
            label: t("menu.manage"),
            icon: <ListOrdered aria-hidden />,
            opensDialog: true,
            onSelect: () => onDialog("manage"),
          },
        ]
      : []),
  ];
  return <MenuContent items={items} />;
}
