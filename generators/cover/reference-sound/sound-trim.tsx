"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/queries/api-fetch";
import { soundQueries, trimSound } from "@/components/queries/sound-queries";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import type { TrimRange } from "./trim-range";

interface SoundTrimProps {
  assetId: string;
  range: TrimRange;
  /** Called with the new asset. */
  onTrimmed: (assetId: string) => void;
}

const { secondsMin, secondsMax } = REFERENCE_AUDIO_LIMITS;

/** Cuts a piece out of a sound on the server, as a new asset. */
export function SoundTrim({ assetId, range, onTrimmed }: SoundTrimProps) {
  const t = useTranslations("sound.trimming");
  const errorText = useErrorText();
  const describeProblem = useFieldProblemText();
  const client = useQueryClient();
  const { start, end, startSeconds, endSeconds, change } = range;
  const cut = useMutation({
    mutationFn: trimSound,
    onSuccess: (piece) => {
      client.setQueryData(soundQueries.report(piece.assetId).queryKey, piece);
      if (piece.mimeType === "audio/mpeg") showToast({ tone: "plain", title: t("madeMp3") });
      onTrimmed(piece.assetId);
    },
  });

  function findProblem(): string | undefined {
    if (startSeconds === null || endSeconds === null) return t("notATime");
    const seconds = endSeconds - startSeconds;
    if (seconds < secondsMin)
      return describeProblem({ path: "", key: "sound.trim.too-short", values: { minimum: secondsMin } });
    if (seconds > secondsMax)
      return describeProblem({ path: "", key: "sound.trim.too-long", values: { minutes: secondsMax / 60 } });
    return undefined;
  }

  function describeRefusal(error: Error): string {
    const [problem] = error instanceof ApiError ? error.fields : [];
    if (problem) return describeProblem(problem);
    const { title, action } = errorText(error instanceof ApiError ? error.code : "internal");
    return `${title} ${action}`;
  }

  const problem = findProblem() ?? (cut.error ? describeRefusal(cut.error) : undefined);
  const submit = () => {
    if (startSeconds === null || endSeconds === null || findProblem()) return;
    cut.mutate({ assetId, startSeconds, endSeconds });
  };

  return (
    <fieldset className="mt-3 border-t pt-3">
      <legend className="sr-only">{t("title")}</legend>
      <div className="flex items-end gap-2">
        {(
          [
            [t("start"), start, (written: string) => change({ start: written })],
            [t("end"), end, (written: string) => change({ end: written })],
          ] as const
        ).map(([label, value, onChange]) => (
          <Field key={label} label={label} className="w-22">
            <Input
              inputMode="numeric"
              value={value}
              className="tabular-nums"
              onChange={(event) => onChange(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.preventDefault();
                submit();
              }}
            />
          </Field>
        ))}
        <Button className="mb-px" pending={cut.isPending} onClick={submit}>
          {t("cut")}
        </Button>
      </div>
      <p
        role={problem ? "alert" : undefined}
        className={problem ? "mt-1.5 text-2xs text-danger" : "mt-1.5 text-2xs text-text-3"}
      >
        {problem ?? t("hint")}
      </p>
    </fieldset>
  );
}
