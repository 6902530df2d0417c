"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { OPTIONAL_ENDPOINTS, type EndpointName } from "@/lib/service/profiles/profile-options";
import { type AdvancedValues, cellPath, type RateLimitPart, type RateLimitRow } from "./advanced-values";
import {
  identifierTypes,
  openDetailNames,
  openDetailPath,
  openDetails,
  type OpenDetailName,
  type OpenDetailValues,
} from "./open-details";

/** Limits, model names and endpoints of a profile, for plans or services that differ from the built-in ones. */
export function AdvancedConnection({
  values,
  defaults,
  problems,
  open,
  onOpenChange,
  onChange,
  onReset,
}: {
  values: AdvancedValues;
  /** Values of the built-in profile. */
  defaults: AdvancedValues;
  problems: ReadonlyMap<string, string>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChange: (values: AdvancedValues) => void;
  onReset: () => void;
}) {
  const t = useTranslations("settings.connection");
  const details = useRef<HTMLDetailsElement>(null);
  // The browser opens it before hydration, without an event for React.
  const adoptState = useEffectEvent(() => {
    if (details.current?.open) onOpenChange(true);
  });
  useEffect(() => adoptState(), []);
  return (
    <details
      ref={details}
      open={open}
      onToggle={(event) => onOpenChange(event.currentTarget.open)}
      className="group border-y py-3"
    >
      <summary className="flex list-none items-center gap-2 text-sm text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t("advanced")}
        <span className="ml-auto text-2xs text-text-3">{t("advancedNote")}</span>
      </summary>
      {open ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7 pt-5 pb-2">
          <Part title={t("rateLimits")} lead={t("rateLimitsLead")}>
            <RateLimitTable
              rows={values.rateLimits}
              problems={problems}
              onChange={(rateLimits) => onChange({ ...values, rateLimits })}
            />
          </Part>
          <Part title={t("modelNames")} lead={t("modelNamesLead")}>
            <table className="w-full text-sm">
              <thead>
                <tr className="text-left text-2xs text-text-3 [&_th]:pb-1.5 [&_th]:font-normal">
                  <th scope="col">{t("columns.model")}</th>
                  <th scope="col">{t("columns.wireName")}</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(values.modelNames).map(([model, wireName]) => (
                  <tr key={model}>
                    <th scope="row" className="py-1 pr-3 text-left font-normal break-all">
                      {model}
                    </th>
                    <td className="w-1/2 py-1">
                      <input
                        value={wireName}
                        aria-label={t("cell.wireName", { name: model })}
                        onChange={(event) => {
                          const { value } = event.currentTarget;
                          onChange({ ...values, modelNames: { ...values.modelNames, [model]: value } });
                        }}
                        className="field-surface h-8 w-full px-2 text-sm"
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Part>
          <Part title={t("parts")} lead={t("partsLead")}>
            <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
              {OPTIONAL_ENDPOINTS.map((name) => (
                <Field
                  key={name}
                  label={t(`endpoints.${name}`)}
                  className="flex items-center justify-between gap-3 [&>:first-child]:mb-0"
                >
                  <Switch
                    checked={values.endpoints[name]}
                    onCheckedChange={(checked) =>
                      onChange({ ...values, endpoints: { ...values.endpoints, [name]: checked } })
                    }
                  />
                </Field>
              ))}
            </div>
          </Part>
          <Part title={t("details.title")} lead={t("details.lead")}>
            <OpenDetailsFields
              values={values.openDetails}
              defaults={defaults.openDetails}
              problems={problems}
              onChange={(details) => onChange({ ...values, openDetails: details })}
            />
          </Part>
          <Button size="small" variant="outline" className="justify-self-start" onClick={onReset}>
            {t("reset")}
          </Button>
        </div>
      ) : null}
    </details>
  );
}

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm font-medium">{title}</h3>
      <p className="mt-0.5 mb-3 max-w-prose text-2xs text-text-2">{lead}</p>
      {children}
    </section>
  );
}

/** Fields for what the service's document leaves open, with the default below each. */
function OpenDetailsFields({
  values,
  defaults,
  problems,
  onChange,
}: {
  values: OpenDetailValues;
  defaults: OpenDetailValues;
  /** Messages by path. */
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

const parts: readonly RateLimitPart[] = ["requests", "windowSeconds", "concurrency"];
const cellNames = { requests: "requests", windowSeconds: "window", concurrency: "concurrency" } as const;

/** Rate limits of models and endpoints. */
function RateLimitTable({
  rows,
  problems,
  onChange,
}: {
  rows: readonly RateLimitRow[];
  /** Messages by path of the cell. */
  problems: ReadonlyMap<string, string>;
  onChange: (rows: RateLimitRow[]) => void;
}) {
  const t = useTranslations("settings.connection");
  const shownProblems = rows.flatMap((row) =>
    parts.flatMap((part) => {
      const text = problems.get(cellPath(row, part));
      return text ? [{ id: cellPath(row, part), text: `${nameOf(row)}: ${text}` }] : [];
    }),
  );

  function nameOf(row: RateLimitRow): string {
    return row.group === "models" ? row.name : t(`endpoints.${row.name as EndpointName}`);
  }

  return (
    <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table className="w-full min-w-80 table-fixed text-sm">
        <thead>
          <tr className="text-left text-2xs text-text-3 [&_th]:pb-1.5 [&_th]:font-normal">
            <th scope="col">{t("columns.for")}</th>
            <th scope="col" className="w-18 text-right sm:w-22">
              {t("columns.requests")}
            </th>
            <th scope="col" className="w-18 text-right sm:w-22">
              {t("columns.window")}
            </th>
            <th scope="col" className="w-18 text-right sm:w-22">
              {t("columns.concurrency")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.group}.${row.name}`}>
              <th scope="row" className="py-1 pr-3 text-left font-normal break-all">
                {nameOf(row)}
              </th>
              {parts.map((part) => {
                const path = cellPath(row, part);
                const invalid = problems.has(path);
                return (
                  <td key={part} className="py-1 pl-1.5">
                    <input
                      inputMode="decimal"
                      value={row[part]}
                      aria-label={t(`cell.${cellNames[part]}`, { name: nameOf(row) })}
                      aria-invalid={invalid || undefined}
                      aria-describedby={invalid ? path : undefined}
                      onChange={(event) => {
                        const { value } = event.currentTarget;
                        onChange(
                          rows.map((other, at) => (at === index ? { ...other, [part]: value } : other)),
                        );
                      }}
                      className="field-surface h-8 w-full px-2 text-right text-sm"
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shownProblems.map(({ id, text }) => (
        <p key={id} id={id} className="mt-1.5 text-2xs text-danger">
          {text}
        </p>
      ))}
    </div>
  );
}
