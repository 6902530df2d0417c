"use client";

import { Command } from "cmdk";
import { Check, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  LANGUAGE_BOOSTS,
  supportsLanguageBoost,
  type LanguageBoost,
} from "@/lib/service/contract/language-boost";

const noneValue = "none";

/** Languages to choose from, by translated name and the service's name. Loaded on demand, hence the default export. */
export default function LanguageList({
  model,
  chosen,
  onChoose,
}: {
  model: string;
  chosen: LanguageBoost | undefined;
  onChoose: (language: LanguageBoost | undefined) => void;
}) {
  const t = useTranslations("voices");
  return (
    <Command
      label={t("language.label")}
      defaultValue={chosen ?? noneValue}
      className="flex max-h-80 flex-col"
    >
      <div className="flex items-center gap-2.5 border-b px-3">
        <Search aria-hidden className="size-4 shrink-0 text-text-3" />
        <Command.Input
          autoFocus
          placeholder={t("language.search")}
          className="h-10 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <Command.List label={t("language.label")} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-sm text-text-3">
          {t("language.empty")}
        </Command.Empty>
        <Item value={noneValue} isChosen={chosen === undefined} onSelect={() => onChoose(undefined)}>
          {t("language.none")}
        </Item>
        {LANGUAGE_BOOSTS.map((language) => {
          const offered = supportsLanguageBoost(model, language);
          return (
            <Item
              key={language}
              value={language}
              keywords={[t(`languages.${language}`)]}
              isChosen={language === chosen}
              disabled={!offered}
              onSelect={() => onChoose(language)}
              note={offered ? undefined : t("language.later")}
            >
              {t(`languages.${language}`)}
            </Item>
          );
        })}
      </Command.List>
    </Command>
  );
}

function Item({
  value,
  keywords = [],
  isChosen,
  disabled = false,
  onSelect,
  note,
  children,
}: {
  value: string;
  keywords?: string[];
  isChosen: boolean;
  disabled?: boolean;
  onSelect: () => void;
  /** Why it cannot be chosen; by default the service's name. */
  note?: string | undefined;
  children: string;
}) {
  const word = note ?? (value === noneValue || value === children ? undefined : value);
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      disabled={disabled}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm text-text-2 select-none data-[disabled=true]:text-text-3 data-[selected=true]:bg-hover data-[selected=true]:text-text"
    >
      <Check
        aria-hidden
        className={isChosen ? "size-3.5 shrink-0 text-hue" : "invisible size-3.5 shrink-0"}
      />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {word ? (
        <span className={note ? "text-2xs text-text-3" : "font-mono text-2xs text-text-3"}>{word}</span>
      ) : null}
    </Command.Item>
  );
}
