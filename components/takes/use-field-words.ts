"use client";

import { useFormatter, useMessages, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";

type Key = Parameters<ReturnType<typeof useTranslations<"generators">>>[0];

/** Numeric fields by the unit in service.md "Music generation request", "Video generation request" (seconds) and the speech requests. */
const fieldUnits: Record<string, "sampleRate" | "bitrate" | "exact"> = {
  sample_rate: "sampleRate",
  audio_sample_rate: "sampleRate",
  bitrate: "bitrate",
  duration: "exact",
};

/**
 * The labels of a generator's fields and values from its messages: `fields.<name>` and `values.<name>.<value>`. Others are
 * shown as the service writes them.
 */
export function useFieldWords(generator: string) {
  const t = useTranslations("generators");
  const tParameters = useTranslations("takes.parameters");
  const format = useFormatter();
  const units = useUnits();

  function find(path: string): string | null {
    // Generators and fields are known only at run time.
    const key = `${generator}.${path}` as Key;
    return t.has(key) ? t(key) : null;
  }

  const named = useMessages().generators as Record<string, { fields?: object } | undefined> | undefined;
  const fieldOrder = Object.keys(named?.[generator]?.fields ?? {});

  return {
    /** The position of a field in the order of the form. */
    rank(field: string): number {
      const index = fieldOrder.indexOf(field);
      return index === -1 ? fieldOrder.length : index;
    },
    label: (field: string): string => find(`fields.${field}`) ?? field,
    value(field: string, value: unknown): string {
      if (typeof value === "boolean")
        return find(`values.${field}.${value}`) ?? tParameters(value ? "on" : "off");
      const unit = typeof value === "number" ? fieldUnits[field] : undefined;
      if (unit) return units[unit](Number(value));
      // An identifier-like number: no digit grouping.
      if (typeof value === "number") {
        return Number.isInteger(value) ? String(value) : format.number(value, "plain");
      }
      const text = String(value);
      return find(`values.${field}.${text}`) ?? text;
    },
  };
}
