"use client";

import { Dices, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FieldBinding, FieldWords } from "./form-field";

interface SeedFieldProps extends FieldBinding<Seed | undefined>, FieldWords {
  /** Of the generation that the form was filled from, to be used again. */
  lastSeed?: Seed | undefined;
  className?: string;
}

/** Empty: the service draws. A number: the same picture again. The dice draw one that is then kept. */
export function SeedField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled,
  label,
  hint,
  lastSeed,
  className,
}: SeedFieldProps) {
  const t = useTranslations("form.seed");
  const offersLast = lastSeed !== undefined && String(lastSeed) !== String(value ?? "");
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      <Input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={value === undefined ? "" : String(value)}
        placeholder={t("random")}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onValueChange(parseSeed(event.currentTarget.value))}
        className="pr-1"
        trailing={
          <>
            {offersLast ? (
              <IconButton
                label={t("reuse", { seed: String(lastSeed) })}
                disabled={disabled}
                onClick={() => onValueChange(lastSeed)}
              >
                <RotateCcw aria-hidden />
              </IconButton>
            ) : null}
            {value === undefined ? null : (
              <IconButton label={t("clear")} disabled={disabled} onClick={() => onValueChange(undefined)}>
                <X aria-hidden />
              </IconButton>
            )}
            <IconButton label={t("draw")} disabled={disabled} onClick={() => onValueChange(drawSeed())}>
              <Dices aria-hidden />
            </IconButton>
          </>
        }
      />
    </Field>
  );
}

/** A seed as the service takes it: a safe integer, or the digits of an int64 that JavaScript cannot count to. */
export type Seed = number | string;

/** Drawn seeds stay within 31 bits, so that a person can type and say them. */
const drawnSeedLimit = 2 ** 31;

/** What was typed: nothing, a number where it is safe, else the text as it stands, for the form's rules to judge. */
export function parseSeed(text: string): Seed | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const number = Number(typed);
  return /^-?\d+$/.test(typed) && Number.isSafeInteger(number) ? number : typed;
}

export function drawSeed(random: () => number = Math.random): number {
  return Math.floor(random() * drawnSeedLimit);
}
