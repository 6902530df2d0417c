"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import {
  identifierTypes,
  openDetailNames,
  openDetailPath,
  openDetails,
  type OpenDetailName,
  type OpenDetailValues,
} from "./open-details";

/** What the document of the service leaves open, each to change, with the shipped value below it. */
export function OpenDetailsFields({
  values,
  defaults,
  problems,
  onChange,
}: {
  values: OpenDetailValues;
  defaults: OpenDetailValues;
  /** Text by path. */
  problems: ReadonlyMap<string, string>;
  onChange: (values: OpenDetailValues) => void;
}) {
  const t = useTranslations("settings.connection.details");

  function describeDefault(name: OpenDetailName): string {
    const value = defaults[name];
    const shown = name === "textFileId" ? t(`types.${value as (typeof identifierTypes)[number]}`) : value;
    return t("default", { value: shown === "" ? t("none") : shown });
  }

  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      {openDetailNames.map((name) => {
        const control = {
          value: values[name],
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange({ ...values, [name]: event.currentTarget.value }),
        };
        const { kind } = openDetails[name];
        return (
          <Field
            key={name}
            label={t(`fields.${name}`)}
            hint={describeDefault(name)}
            error={problems.get(openDetailPath(name))}
          >
            {kind === "choice" ? (
              <Select
                {...control}
                options={identifierTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
              />
            ) : (
              <Input
                {...control}
                inputMode={kind === "count" || kind === "seconds" ? "decimal" : "text"}
                placeholder={kind === "name" ? t("none") : undefined}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
