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
import { findVoice } from "./group-voices";

const VoicePicker = lazy(() => import("./voice-picker"));

interface VoiceFieldProps extends FieldBinding<string | undefined> {
  /** Samples are spoken with it, or with the nearest model that speaks at once. */
  model: string;
  /** Shown in place of its own, where one form has several. */
  label?: string | undefined;
  hideLabel?: boolean | undefined;
  /** Why no voice is chosen here, for example a timbre mix that decides it. */
  disabledReason?: string | undefined;
}

/** Who speaks: a voice out of the list, or any id of the service. The list is fetched when somebody reaches for it. */
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
  const t = useTranslations("speech");
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
