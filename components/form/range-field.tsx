"use client";

import { RotateCcw } from "lucide-react";
import { useId } from "react";
import { IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Slider } from "@/components/ui/slider";
import type { FieldBinding, FieldWords } from "./form-field";

interface RangeFieldProps extends FieldBinding<number | undefined>, FieldWords {
  minimum: number;
  maximum: number;
  step: number;
  /** What the service takes where nothing is set: shown, but never sent. */
  defaultValue: number;
  /** After the number: x, st. */
  unit?: string | undefined;
  /** What the button that takes the value away says. */
  resetLabel: string;
}

/**
 * A number within a range, on one line: by hand on the slider, exactly in the box. Undefined until somebody sets it, and
 * again after a reset. What lies outside the range may be typed; the form's rules tell of it.
 */
export function RangeField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled = false,
  label,
  hint,
  minimum,
  maximum,
  step,
  defaultValue,
  unit,
  resetLabel,
}: RangeFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? hint;
  const shown = Math.min(maximum, Math.max(minimum, value ?? defaultValue));
  return (
    <div>
      <div className="flex items-center gap-3">
        <div className="flex w-29 shrink-0 items-center gap-1">
          <label htmlFor={id} className="min-w-0 text-sm text-text">
            {label}
          </label>
          {value === undefined ? null : (
            <IconButton
              label={resetLabel}
              disabled={disabled}
              onClick={() => onValueChange(undefined)}
              className="-my-1 size-6! [&_svg]:size-3.5!"
            >
              <RotateCcw aria-hidden />
            </IconButton>
          )}
        </div>
        {/* For a hand that points. The box says the same to the keyboard and to a screen reader, once. */}
        <Slider
          id={`${id}-slider`}
          aria-hidden
          aria-describedby={undefined}
          aria-invalid={undefined}
          tabIndex={-1}
          min={minimum}
          max={maximum}
          step={step}
          value={shown}
          disabled={disabled}
          onValueChange={onValueChange}
          onBlur={onBlur}
          className={value === undefined ? "min-w-0 opacity-70" : "min-w-0"}
        />
        <div className="w-20 shrink-0">
          <Input
            id={id}
            type="number"
            inputMode={minimum < 0 ? "text" : "decimal"}
            name={name}
            value={value ?? ""}
            placeholder={String(defaultValue)}
            min={minimum}
            max={maximum}
            step={step}
            disabled={disabled}
            trailing={unit}
            aria-describedby={message ? messageId : undefined}
            aria-invalid={error ? true : undefined}
            onBlur={onBlur}
            onChange={(event) => {
              const typed = event.currentTarget.valueAsNumber;
              onValueChange(Number.isNaN(typed) ? undefined : typed);
            }}
          />
        </div>
      </div>
      {message ? (
        <p id={messageId} className={`mt-1 text-2xs ${error ? "text-danger" : "text-text-3"}`}>
          {message}
        </p>
      ) : null}
    </div>
  );
}
