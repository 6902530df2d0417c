"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import type { FieldBinding } from "@/components/form/form-field";
import { TokenEditor, type TokenEditorView } from "@/components/form/token-editor";
import { Button } from "@/components/ui/button";
import { PAUSE_SECONDS } from "@/lib/service/contract/speech-marks";
import { findSpeechTokens } from "./speech-tokens";
import type { ToneListProps } from "./speech-panels";
import { Timer, AudioLines } from "lucide-react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Popover } from "@/components/ui/popover";

const loadPanels = () => import("./speech-panels");
const loadPausePanel = () => loadPanels().then(({ PausePanel }) => ({ default: PausePanel }));
const loadToneList = () => loadPanels().then(({ ToneList }) => ({ default: ToneList }));
/** When a button is hovered or focused, so that its panel opens with its content. */
const fetchAhead = () => void loadPanels().catch(() => undefined);

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

/** Inserts a pause at the caret or changes the one around it; otherwise says why it cannot. */
function PauseButton({ view, disabled }: { view: TokenEditorView; disabled: boolean }) {
  const t = useTranslations("voices.text.pause");
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("title")}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      trigger={
        <>
          <Timer aria-hidden />
          {t("button")}
        </>
      }
      panelClassName="w-64 p-3!"
    >
      {(close) => <FetchedPart load={loadPausePanel} props={{ view, onDone: close }} />}
    </Popover>
  );
}

/** Lists the tone tags by name. */
function TonePalette({ disabled, ...list }: { disabled: boolean } & Omit<ToneListProps, "onDone">) {
  const t = useTranslations("voices.text");
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("tones.title")}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      trigger={
        <>
          <AudioLines aria-hidden />
          {t("tones.button")}
        </>
      }
      panelClassName="w-[min(29rem,calc(100vw-2rem))] p-2!"
    >
      {(close) => <FetchedPart load={loadToneList} props={{ ...list, onDone: close }} />}
    </Popover>
  );
}
