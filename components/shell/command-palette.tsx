"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import {
  Film,
  Folder,
  House,
  Languages,
  Library,
  ListChecks,
  Monitor,
  Moon,
  Search,
  Settings,
  Sun,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { useSettledText } from "@/components/ui/use-settled-text";
import { themes, type Theme } from "@/lib/appearance/themes";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { useGenerators } from "@/components/generators";
import { localeNames, locales } from "@/lib/i18n/locales";
import { GeneratorIcon } from "./generator-icon";
import { useChooseLocale, useTheme } from "./use-appearance";
import { useOpenPage } from "./use-open-page";

const searchDelayMs = 150;
const resultLimit = 8;
const themeIcons = {
  dark: <Moon aria-hidden />,
  light: <Sun aria-hidden />,
  system: <Monitor aria-hidden />,
} satisfies Record<Theme, ReactNode>;

/** Opens pages, runs commands and searches the library. Loaded on demand, hence the default export. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const generators = useGenerators();
  const t = useTranslations("shell");
  const tCommon = useTranslations("common");
  const openPage = useOpenPage();
  const [, chooseTheme] = useTheme();
  const chooseLocale = useChooseLocale();
  const [text, setText] = useState("");

  const run = (act: () => void) => () => {
    onClose();
    act();
  };
  const go = (href: string) => run(() => openPage(href));

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("palette.title")}
      hideTitle
      closeLabel={tCommon("close")}
      placement="top"
    >
      <Command loop label={t("palette.title")} className="flex max-h-[60dvh] flex-col">
        <div className="flex items-center gap-2.5 border-b px-4">
          <Search aria-hidden className="size-4 shrink-0 text-text-3" />
          <Command.Input
            data-autofocus=""
            value={text}
            onValueChange={setText}
            placeholder={t("palette.placeholder")}
            className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
          />
          <button type="button" onClick={onClose} aria-label={tCommon("close")} className="rounded-xs">
            <Kbd>Esc</Kbd>
          </button>
        </div>
        <Command.List className="min-h-0 flex-1 overflow-y-auto p-2">
          <Command.Empty className="px-3 py-8 text-center text-sm text-text-3">
            {t("palette.empty")}
          </Command.Empty>
          <Group heading={t("navigation.make")}>
            {generators.map((generator) => (
              <Item
                key={generator.id}
                generator={generator.id}
                icon={<GeneratorIcon generator={generator} className="text-hue" />}
                onSelect={go(`/create/${generator.id}`)}
              >
                {generator.name}
              </Item>
            ))}
          </Group>
          <Group heading={t("palette.goTo")}>
            <Item icon={<House aria-hidden />} onSelect={go("/")}>
              {t("navigation.home")}
            </Item>
            <Item icon={<Library aria-hidden />} onSelect={go("/library")}>
              {t("navigation.library")}
            </Item>
            <Item icon={<Folder aria-hidden />} onSelect={go("/projects")}>
              {t("navigation.projects")}
            </Item>
            <Item icon={<Film aria-hidden />} onSelect={go("/films")}>
              {t("navigation.films")}
            </Item>
            <Item icon={<ListChecks aria-hidden />} onSelect={go("/activity")}>
              {t("navigation.activity")}
            </Item>
            <Item icon={<Settings aria-hidden />} onSelect={go("/settings")}>
              {t("navigation.settings")}
            </Item>
          </Group>
          <Group heading={t("account.theme")}>
            {themes.map((theme) => (
              <Item
                key={theme}
                icon={themeIcons[theme]}
                keywords={[t("account.theme")]}
                onSelect={run(() => chooseTheme(theme))}
              >
                {t(`account.themes.${theme}`)}
              </Item>
            ))}
          </Group>
          <Group heading={t("account.language")}>
            {locales.map((locale) => (
              <Item
                key={locale}
                icon={<Languages aria-hidden />}
                keywords={[t("account.language")]}
                onSelect={run(() => chooseLocale(locale))}
              >
                {localeNames[locale]}
              </Item>
            ))}
          </Group>
          <LibraryResults text={text} onOpen={(id) => go(`/library/${id}`)()} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

function LibraryResults({ text, onOpen }: { text: string; onOpen: (id: string) => void }) {
  const t = useTranslations("shell.palette");
  const generators = useGenerators();
  const q = useSettledText(text, searchDelayMs);
  const { data } = useInfiniteQuery({ ...generationQueries.list({ q }, resultLimit), enabled: q !== "" });
  const found = q === "" ? [] : flattenPages(data).slice(0, resultLimit);
  if (found.length === 0) return null;
  return (
    <Group heading={t("results")}>
      {found.map((generation) => {
        const generator = generators.find(({ id }) => id === generation.generator);
        return (
          <Item
            key={generation.id}
            value={generation.id}
            // The server matched it; cmdk must not filter it out.
            keywords={[text]}
            {...(generator
              ? {
                  generator: generator.id,
                  icon: <GeneratorIcon generator={generator} className="text-hue" />,
                }
              : {})}
            onSelect={() => onOpen(generation.id)}
          >
            {describeGeneration(generation)}
          </Item>
        );
      })}
    </Group>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="mb-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-text-3"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  icon,
  generator,
  value,
  keywords,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  generator?: string;
  value?: string;
  keywords?: string[];
  onSelect: () => void;
  children: string;
}) {
  return (
    <Command.Item
      data-generator={generator}
      {...(value === undefined ? {} : { value })}
      {...(keywords === undefined ? {} : { keywords })}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-3 rounded-sm px-2.5 text-sm text-text-2 select-none data-[selected=true]:bg-hover data-[selected=true]:text-text [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="truncate">{children}</span>
    </Command.Item>
  );
}
