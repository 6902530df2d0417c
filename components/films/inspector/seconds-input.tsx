"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

interface SecondsInputProps {
  label: string;
  seconds: number;
  /** Of one press of an arrow key. */
  step: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  onChange: (seconds: number) => void;
}

const toText = (seconds: number) => String(Math.round(seconds * 100) / 100);

/** A length in seconds, which takes effect when it is left, or with Enter or an arrow key. */
export function SecondsInput({ label, seconds, step, min = 0, max, disabled, onChange }: SecondsInputProps) {
  const t = useTranslations("desk.inspector");
  const [text, setText] = useState<string | null>(null);
  const take = (value: number) => {
    setText(null);
    if (!Number.isFinite(value)) return;
    const within = Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min, value));
    if (Math.abs(within - seconds) > 1e-6) onChange(within);
  };
  return (
    <span className="flex items-center gap-1.5">
      <input
        type="text"
        inputMode="decimal"
        aria-label={label}
        disabled={disabled}
        value={text ?? toText(seconds)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => text !== null && take(Number.parseFloat(text.replace(",", ".")))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && text !== null) take(Number.parseFloat(text.replace(",", ".")));
          if (event.key === "Escape") setText(null);
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          take(seconds + (event.key === "ArrowUp" ? 1 : -1) * step * (event.shiftKey ? 10 : 1));
        }}
        className="field-surface h-7.5 w-16 px-2 text-right text-sm"
      />
      <span className="text-text-3">{t("s")}</span>
    </span>
  );
}
