"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { changeSetting } from "@/generators/_kit/change-setting";
import { VoiceField } from "@/components/voices/voice-field";
import { VoiceSettingFields } from "@/generators/_kit/spoken-text/voice-setting-fields";
import type { SpeechValues } from "@/lib/service/contract/speech-options";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import type { SpeechForm, SpeechFormValues, SpeechInput } from "../speech-input";
import type { ParkedFields } from "../speech-ties";

interface VoiceFieldsProps {
  control: Control<SpeechFormValues, unknown, SpeechInput>;
  values: Pick<SpeechForm, "model" | "timber_weights">;
  offered: SpeechValues;
  parked: ParkedFields;
}

/** The voice and its settings: one object of the request, so one binding. */
export function VoiceFields({ control, values, offered, parked }: VoiceFieldsProps) {
  const t = useTranslations("generators.speech.form");
  const mixed = values.timber_weights !== undefined;

  function describeMix(): string | undefined {
    if (!mixed) return undefined;
    return parked.voice_id
      ? t("mixDecidesVoice", { voice: writeVoiceTitle({ voiceId: parked.voice_id }) })
      : t("mixDecides");
  }

  return (
    <FormField control={control} name="voice_setting">
      {(field) => (
        <>
          <VoiceField
            name="voice_setting.voice_id"
            model={values.model}
            value={field.value?.voice_id}
            onValueChange={(voice_id) => field.onValueChange(changeSetting(field.value, { voice_id }))}
            onBlur={field.onBlur}
            error={field.errors?.voice_id}
            disabledReason={describeMix()}
          />
          <VoiceSettingFields {...field} model={values.model} offered={offered} offersNormalization={false} />
        </>
      )}
    </FormField>
  );
}
