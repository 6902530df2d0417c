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
  /** The service's default: shown as a placeholder, never sent. */
  defaultValue: number;
  /** Shown after the number: x, st. */
  unit?: string | undefined;
  /** Label of the button that clears the value. */
  resetLabel: string;
}

/**
 * A number within a range, on one line: a slider, and a box for the exact value. Undefined until it is set, and again
 * after a reset. Accepts numbers out of range; the form's schema reports them.
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
        {/* For pointers only. Keyboard and screen reader use the box. */}
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
