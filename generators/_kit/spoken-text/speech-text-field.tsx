"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import type { FieldBinding } from "@/components/form/form-field";
import { TokenEditor, type TokenEditorView, type TokenEditorActions } from "@/components/form/token-editor";
import { Button } from "@/components/ui/button";
import { PAUSE_SECONDS, TONE_TAGS } from "@/lib/service/contract/speech-marks";
import { findSpeechTokens, findPausePlace, writePauseMarker } from "./speech-tokens";
import { Timer, AudioLines } from "lucide-react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { useUnits } from "@/lib/i18n/units";

interface SpeechTextFieldProps extends FieldBinding<string> {
  /** In Unicode code points, as the service counts. */
  maximumLength: number;
  /** Set if the request supports tone tags: whether the model does, and why not. */
  toneTags?: { allowed: boolean; reason?: string | undefined } | undefined;
  /** Above this many code points the service recommends streaming. */
  streamAboveLength?: number | undefined;
  streaming?: boolean | undefined;
  /** Called when the person follows the suggestion to stream. */
  onWantStream?: (() => void) | undefined;
  placeholder?: string | undefined;
  hint?: string | undefined;
}

/**
 * The text to speak, with pause markers and tone tags, counted as the service counts. Reports changes when typing
 * pauses, on blur and on submit.
 */
export function SpeechTextField({
  maximumLength,
  toneTags,
  streamAboveLength = Infinity,
  streaming = false,
  onWantStream,
  error,
  disabled = false,
  ...binding
}: SpeechTextFieldProps) {
  const t = useTranslations("voices.text");
  const knowsTones = toneTags !== undefined;
  const toneRefusal = toneTags && !toneTags.allowed ? (toneTags.reason ?? "") : undefined;
  const findTokens = useMemo(() => {
    const { min, max } = PAUSE_SECONDS;
    const words = { pause: (problem: PauseProblem) => t(`problems.${problem}`, { min, max }), toneRefusal };
    return (text: string) => findSpeechTokens(text, words, { toneTags: knowsTones });
  }, [t, knowsTones, toneRefusal]);

  return (
    <TokenEditor
      {...binding}
      disabled={disabled}
      error={error}
      label={t("label")}
      required
      findTokens={findTokens}
      note={({ text }) => <Count text={text} maximum={maximumLength} />}
      toolbar={(view) => (
        <>
          <PauseButton view={view} disabled={disabled} />
          {knowsTones ? (
            <TonePalette actions={view.actions} disabled={disabled} refusal={toneRefusal} />
          ) : null}
        </>
      )}
      footer={({ text }) =>
        !streaming && onWantStream && countCodePoints(text) > streamAboveLength ? (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-text-2">
            <span className="min-w-0 flex-1">{t("stream.suggestion", { length: streamAboveLength })}</span>
            <Button size="small" variant="outline" onClick={onWantStream}>
              {t("stream.act")}
            </Button>
          </p>
        ) : null
      }
    />
  );
}

type PauseProblem = Parameters<Parameters<typeof findSpeechTokens>[1]["pause"]>[0];

function Count({ text, maximum }: { text: string; maximum: number }) {
  const t = useTranslations("voices.text");
  const count = countCodePoints(text);
  const over = count - maximum;
  if (over <= 0) return t("count", { count, maximum });
  return (
    <span className="text-danger">
      {t("count", { count, maximum })}. {t("over", { over })}
    </span>
  );
}

const presetSeconds = [0.3, 0.5, 1, 2, 5];
const { min, max } = PAUSE_SECONDS;

/** Inserts a pause at the caret or changes the one around it; otherwise says why it cannot. */
function PauseButton({ view, disabled }: { view: TokenEditorView; disabled: boolean }) {
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

interface TonePaletteProps {
  actions: TokenEditorActions;
  disabled: boolean;
  /** Why the model does not support tone tags; they are listed but disabled. */
  refusal?: string | undefined;
}

type ToneName = (typeof TONE_TAGS)[number] extends `(${infer Name})` ? Name : never;

/** Lists the tone tags by name. */
function TonePalette({ actions, disabled, refusal }: TonePaletteProps) {
  const t = useTranslations("voices.text");
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("tones.title")}
      trigger={
        <>
          <AudioLines aria-hidden />
          {t("tones.button")}
        </>
      }
      panelClassName="w-[min(29rem,calc(100vw-2rem))] p-2!"
    >
      {(close) => (
        <>
          {refusal ? <p className="px-2 pt-1 pb-2 text-sm text-text-2">{refusal}</p> : null}
          <ul className="grid grid-cols-2 gap-x-1">
            {TONE_TAGS.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  disabled={refusal !== undefined}
                  onClick={() => {
                    close();
                    actions.insert(tag);
                  }}
                  className="flex w-full items-baseline justify-between gap-2 rounded-sm px-2 py-1.25 text-left text-sm text-text-2 hover:not-disabled:bg-hover hover:not-disabled:text-text disabled:opacity-50"
                >
                  {t(`tags.${tag.slice(1, -1) as ToneName}`)}
                  <code className="font-mono text-2xs whitespace-nowrap text-text-3 max-sm:hidden">
                    {tag}
                  </code>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Popover>
  );
}
