"use client";

import { Dices, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { splitField, type FieldBinding, type FieldWords } from "./form-field";

interface SeedFieldProps extends FieldBinding<Seed | undefined>, FieldWords {
  /** The seed of the generation that the form was filled from. */
  lastSeed?: Seed | undefined;
  className?: string;
}

/** A seed: the same number gives the same image. The service chooses one if it is empty; the dice choose one to keep. */
export function SeedField({ value, onValueChange, lastSeed, className, ...props }: SeedFieldProps) {
  const { field, control } = splitField(props);
  const { disabled } = control;
  const t = useTranslations("form.seed");
  const offersLast = lastSeed !== undefined && String(lastSeed) !== String(value ?? "");
  return (
    <Field {...field} className={className}>
      <Input
        {...control}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={value === undefined ? "" : String(value)}
        placeholder={t("random")}
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

/** A seed as the service accepts it: a safe integer, or the digits of a larger int64. */
export type Seed = number | string;

/** Random seeds stay within 31 bits, so that they are easy to type and to tell someone. */
const drawnSeedLimit = 2 ** 31;

/** Parses the typed seed: undefined if empty, a number if safe, else the text for the schema to report. */
export function parseSeed(text: string): Seed | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const number = Number(typed);
  return /^-?\d+$/.test(typed) && Number.isSafeInteger(number) ? number : typed;
}

export function drawSeed(random: () => number = Math.random): number {
  return Math.floor(random() * drawnSeedLimit);
}
