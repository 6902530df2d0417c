"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { VoiceDto } from "@/lib/voices/voice-dto";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import { findVoice } from "./group-voices";
import type { VoiceSamples } from "./use-voice-sample";

/** Why a voice could not be heard, and what can be done. */
export function VoiceSampleNotice({
  samples: { state, hear },
  voices,
}: {
  samples: VoiceSamples;
  voices: readonly VoiceDto[];
}) {
  const t = useTranslations("speech.voice");
  const errorText = useErrorText();
  if (state.phase !== "failed" && state.phase !== "unknown") return null;
  const voice = writeVoiceTitle(findVoice(voices, state.voiceId));
  if (state.phase === "unknown") {
    return (
      <Notice
        tone="warning"
        announce
        title={t("unknown", { voice })}
        actions={
          <Button size="small" onClick={() => hear(state.voiceId, { mayCostAgain: true })}>
            {t("again")}
          </Button>
        }
      />
    );
  }
  const { code, mayCostAgain, voiceId } = state;
  const { title, action } = errorText(code);
  return (
    <Notice
      announce
      title={t("failed", { voice })}
      actions={
        <Button size="small" onClick={() => hear(voiceId, { mayCostAgain })}>
          {t(mayCostAgain ? "again" : "retry")}
        </Button>
      }
    >
      {title} {mayCostAgain ? t("mayHaveCounted") : action}
    </Notice>
  );
}
