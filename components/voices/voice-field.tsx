"use client";

import { useQueryClient } from "@tanstack/react-query";
import { MicVocal } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { voiceQueries } from "@/components/queries/voice-queries";
import { Field } from "@/components/ui/field";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import { FieldButton } from "@/components/form/field-button";
import { findVoice } from "./find-voice";

const VoicePicker = lazy(() => import("./voice-picker"));

interface VoiceFieldProps extends FieldBinding<string | undefined> {
  /** Samples use this model, or the nearest one that synthesises at once. */
  model: string;
  /** Replaces the label where a form has several voices. */
  label?: string | undefined;
  hideLabel?: boolean | undefined;
  /** Why no voice can be chosen, for example because a timbre mix decides it. */
  disabledReason?: string | undefined;
}

/** Chooses a voice from the list, or any voice id. The list is fetched on hover or focus. */
export function VoiceField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled = false,
  model,
  label,
  hideLabel = false,
  disabledReason,
}: VoiceFieldProps) {
  const t = useTranslations("voices");
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const known = client.getQueryData(voiceQueries.list(model).queryKey);
  const voice = value ? findVoice(known?.voices ?? [], value) : null;
  const fetchAhead = () => void client.prefetchQuery(voiceQueries.list(model));

  function close() {
    setOpen(false);
    onBlur?.();
  }

  return (
    <Field label={label ?? t("voice.label")} hideLabel={hideLabel} error={error} hint={disabledReason}>
      <FieldButton
        name={name}
        icon={<MicVocal aria-hidden />}
        value={voice ? writeVoiceTitle(voice) : t("voice.none")}
        empty={voice === null}
        note={voice?.language ? t(`languages.${voice.language}`) : undefined}
        disabled={disabled || disabledReason !== undefined}
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <VoicePicker
            model={model}
            chosen={value}
            onChoose={(voiceId) => {
              onValueChange(voiceId);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </Field>
  );
}
