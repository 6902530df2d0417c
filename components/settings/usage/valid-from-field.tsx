"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { dayIn, parseDay, startOfDay } from "@/lib/costs/usage-period";

/** The day from which a price is valid, in the person's time zone; empty for as soon as it is saved. */
export function ValidFromField({
  at,
  onChange,
  error,
}: {
  /** In ISO 8601. */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
  error: ReactNode;
}) {
  const t = useTranslations("settings.usage.prices");
  const timeZone = useTimeZone() ?? "UTC";
  // A year of which two digits are typed is another one already: the field keeps what it has until `at` changes otherwise.
  const [typed, setTyped] = useState<{ day: string; at: string | undefined }>();
  const isTyped = typed && typed.at === at;
  const day = isTyped ? typed.day : at === undefined ? "" : dayIn(timeZone, Date.parse(at));
  return (
    <Field label={t("validFrom")} hint={at === undefined ? t("validFromHint") : undefined} error={error}>
      <Input
        type="date"
        value={day}
        onChange={({ target: { value } }) => {
          const next =
            parseDay(value) === null ? undefined : new Date(startOfDay(timeZone, value)).toISOString();
          setTyped({ day: value, at: next });
          onChange(next);
        }}
      />
    </Field>
  );
}
