"use client";

import { useLocale, useTranslations } from "next-intl";
import { useChooseLocale, useTheme } from "@/components/shell/use-appearance";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { themes } from "@/lib/appearance/themes";
import { localeNames, locales } from "@/lib/i18n/locales";
import { SettingsPart } from "./settings-section";

/** Theme and language, kept in this browser. */
export function AppearanceChoice() {
  const t = useTranslations("settings.account");
  const [theme, chooseTheme] = useTheme();
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  return (
    <SettingsPart title={t("appearance")}>
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <Field as="group" label={t("theme")}>
          <SegmentedControl
            options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
            value={theme}
            onValueChange={chooseTheme}
          />
        </Field>
        <Field as="group" label={t("language")}>
          <SegmentedControl
            options={locales.map((value) => ({ value, label: localeNames[value] }))}
            value={locale}
            onValueChange={chooseLocale}
          />
        </Field>
      </div>
    </SettingsPart>
  );
}
