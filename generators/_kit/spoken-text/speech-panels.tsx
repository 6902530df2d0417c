"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { TokenEditorActions, TokenEditorView } from "@/components/form/token-editor";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useUnits } from "@/lib/i18n/units";
import { PAUSE_SECONDS, TONE_TAGS } from "@/lib/service/contract/speech-marks";
import { findPausePlace, writePauseMarker } from "./speech-tokens";

const presetSeconds = [0.3, 0.5, 1, 2, 5];
const { min, max } = PAUSE_SECONDS;

/** Chooses the length of a pause. */
export function PausePanel({ view, onDone }: { view: TokenEditorView; onDone: () => void }) {
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

export interface ToneListProps {
  actions: TokenEditorActions;
  /** Why the model does not support tone tags; they are listed but disabled. */
  refusal?: string | undefined;
  onDone: () => void;
}

type ToneName = (typeof TONE_TAGS)[number] extends `(${infer Name})` ? Name : never;

/** The tone tags by name, to insert one. */
export function ToneList({ actions, refusal, onDone }: ToneListProps) {
  const t = useTranslations("voices.text");
  return (
    <>
      {refusal ? <p className="px-2 pt-1 pb-2 text-sm text-text-2">{refusal}</p> : null}
      <ul className="grid grid-cols-2 gap-x-1">
        {TONE_TAGS.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              disabled={refusal !== undefined}
              onClick={() => {
                onDone();
                actions.insert(tag);
              }}
              className="flex w-full items-baseline justify-between gap-2 rounded-sm px-2 py-1.25 text-left text-sm text-text-2 hover:not-disabled:bg-hover hover:not-disabled:text-text disabled:opacity-50"
            >
              {t(`tags.${tag.slice(1, -1) as ToneName}`)}
              <code className="font-mono text-2xs whitespace-nowrap text-text-3 max-sm:hidden">{tag}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
