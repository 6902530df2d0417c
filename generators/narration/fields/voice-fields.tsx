"use client";

import type { Control } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { changeSetting } from "@/generators/_kit/change-setting";
import { VoiceField } from "@/components/voices/voice-field";
import { VoiceSettingFields } from "@/generators/_kit/spoken-text/voice-setting-fields";
import type { SpeechValues } from "@/lib/service/contract/speech-options";
import type { NarrationFormValues, NarrationInput } from "../narration-input";

/** The voice and its settings: one object of the request, so one binding. */
export function VoiceFields({
  control,
  model,
  offered,
}: {
  control: Control<NarrationFormValues, unknown, NarrationInput>;
  model: string;
  offered: SpeechValues;
}) {
  return (
    <FormField control={control} name="voice_setting">
      {(field) => (
        <>
          <VoiceField
            name="voice_setting.voice_id"
            model={model}
            value={field.value?.voice_id}
            onValueChange={(voice_id) => field.onValueChange(changeSetting(field.value, { voice_id }))}
            onBlur={field.onBlur}
            error={field.errors?.voice_id}
          />
          <VoiceSettingFields {...field} model={model} offered={offered} offersNormalization />
        </>
      )}
    </FormField>
  );
}
