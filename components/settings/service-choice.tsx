"use client";

import { useTranslations } from "next-intl";
import { type UseFormRegisterReturn } from "react-hook-form";
import { useFieldGroup } from "@/components/ui/field";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";

/** The services that the studio knows, as tiles; radio buttons underneath. */
export function ServiceChoice({ registration }: { registration: UseFormRegisterReturn }) {
  const t = useTranslations("settings.connection");
  return (
    <div role="radiogroup" {...useFieldGroup()} className="grid gap-2 sm:grid-cols-2">
      {SHIPPED_PROFILE_IDS.map((id) => (
        <label
          key={id}
          className="relative rounded-md border border-line px-3.5 py-2.75 transition-colors hover:border-line-strong has-checked:border-text/60 has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue"
        >
          <input
            type="radio"
            value={id}
            aria-describedby={`service-${id}`}
            {...registration}
            className="absolute inset-0 appearance-none rounded-md outline-none"
            aria-label={t(`serviceNames.${id}`)}
          />
          <span className="block text-sm font-medium">{t(`serviceNames.${id}`)}</span>
          <span id={`service-${id}`} className="mt-0.5 block text-2xs text-text-2">
            {t(`services.${id}`)}
          </span>
        </label>
      ))}
    </div>
  );
}
