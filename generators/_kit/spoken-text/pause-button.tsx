"use client";

import { Timer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { TokenEditorView } from "@/components/form/token-editor";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { useUnits } from "@/lib/i18n/units";
import { PAUSE_SECONDS } from "@/lib/service/contract/speech-marks";
import { findPausePlace, writePauseMarker } from "./speech-tokens";

const presetSeconds = [0.3, 0.5, 1, 2, 5];
const { min, max } = PAUSE_SECONDS;

/** Inserts a pause at the caret or changes the one around it; otherwise says why it cannot. */
export function PauseButton({ view, disabled }: { view: TokenEditorView; disabled: boolean }) {
  const t = useTranslations("voices.text.pause");
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("title")}
      trigger={
        <>
          <Timer aria-hidden />
          {t("button")}
        </>
      }
      panelClassName="w-64 p-3!"
    >
      {(close) => <PausePanel view={view} onDone={close} />}
    </Popover>
  );
}

function PausePanel({ view, onDone }: { view: TokenEditorView; onDone: () => void }) {
  const t = useTranslations("voices.text.pause");
  const units = useUnits();
  const { actions } = view;
  // Fixed when the panel opens: the text does not change while it is open.
  const [place] = useState(() => findPausePlace(actions.getText(), view.tokens, actions.getSelection()));
  const [seconds, setSeconds] = useState(() => readSeconds(actions.getText(), place) ?? 0.5);
  const [refused, setRefused] = useState(false);

  if ("refusal" in place) {
    return (
      <p role="alert" className="text-sm text-text-2">
        {t(`refusals.${place.refusal}`)}
      </p>
    );
  }

  const write = (length: number) => {
    const marker = writePauseMarker(length);
    if (marker === null) {
      setRefused(true);
      return;
    }
    onDone();
    actions.insert(marker, place.range);
  };

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1">
        {presetSeconds.map((preset) => (
          <Button
            key={preset}
            size="small"
            variant="outline"
            className="flex-1 px-1.5!"
            onClick={() => write(preset)}
          >
            {units.exact(preset)}
          </Button>
        ))}
      </div>
      <div className="flex items-end gap-2">
        <Field
          label={t("seconds")}
          error={refused ? t("outOfRange", { min, max }) : undefined}
          className="flex-1"
        >
          <Input
            type="number"
            inputMode="decimal"
            autoFocus
            min={min}
            max={max}
            step={0.01}
            value={Number.isNaN(seconds) ? "" : seconds}
            onChange={(event) => {
              setSeconds(event.currentTarget.valueAsNumber);
              setRefused(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              // Keeps Enter from submitting the form.
              event.preventDefault();
              write(seconds);
            }}
          />
        </Field>
        <Button className="h-9.5!" onClick={() => write(seconds)}>
          {t(place.changes ? "change" : "insert")}
        </Button>
      </div>
    </div>
  );
}

/** The length of the pause that would be changed. */
function readSeconds(text: string, place: ReturnType<typeof findPausePlace>): number | undefined {
  if ("refusal" in place || !place.changes) return undefined;
  const seconds = Number.parseFloat(text.slice(place.range.from + 2, place.range.to));
  return Number.isNaN(seconds) ? undefined : seconds;
}
