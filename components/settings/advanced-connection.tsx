"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { OPTIONAL_ENDPOINTS } from "@/lib/service/profiles/profile-schema";
import type { AdvancedValues } from "./advanced-values";
import { OpenDetailsFields } from "./open-details-fields";
import { RateLimitTable } from "./rate-limit-table";

/** The numbers and names of a profile, for those whose plan or service differs from the shipped ones. */
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
  /** Of the shipped profile. */
  defaults: AdvancedValues;
  problems: ReadonlyMap<string, string>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChange: (values: AdvancedValues) => void;
  onReset: () => void;
}) {
  const t = useTranslations("settings.connection");
  return (
    <details
      open={open}
      onToggle={(event) => onOpenChange(event.currentTarget.open)}
      className="group border-y py-3"
    >
      <summary className="flex list-none items-center gap-2 text-sm text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t("advanced")}
        <span className="ml-auto text-2xs text-text-3">{t("advancedNote")}</span>
      </summary>
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
