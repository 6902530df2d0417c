"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { voiceQueries } from "@/components/queries/voice-queries";
import { CostEstimate } from "@/components/takes/cost-estimate";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { VoiceField } from "@/components/voices/voice-field";
import type { Caption } from "@/lib/films/film-document";
import { findAwaited, findPredecessor } from "@/lib/films/places/follow-place";
import { mayBeBilled } from "@/lib/films/places/place-status";
import { countCodePoints } from "@/lib/service/contract/text";
import { useCreatePlaces } from "./use-create-places";
import { useFilmGenerations } from "./use-film-generations";

interface SpeakDialogProps {
  captions: readonly Caption[];
  onClose: () => void;
}

/** Has captions spoken by a voice, that which was used last by default. */
export function SpeakDialog({ captions, onClose }: SpeakDialogProps) {
  const t = useTranslations("places.speak");
  const generator = useGenerators().find(({ line }) => line !== undefined);
  const models = generator?.line?.models ?? [];
  const [model, setModel] = useState(models[0] ?? "");
  const { data: voices } = useQuery(voiceQueries.list(model));
  const [chosen, setChosen] = useState<string>();
  const voiceId = chosen ?? voices?.recent[0] ?? voices?.voices[0]?.voiceId;
  const { generations } = useFilmGenerations();
  const { mutate, isPending } = useCreatePlaces();
  const texts = captions.map(({ text }) => text);
  const billed = captions.filter(({ id }) => {
    const last = findAwaited(id, {}, generations);
    return last !== null && mayBeBilled(last);
  });
  const characters = texts.reduce((sum, text) => sum + countCodePoints(text), 0);

  function speak() {
    if (!generator || voiceId === undefined) return;
    const wanted = captions.map(({ id }) => ({
      id,
      after: findPredecessor(id, {}, generations),
      mayBeBilledAgain: billed.some((caption) => caption.id === id),
      generator: generator.id,
      voiceId,
      model,
    }));
    mutate({ captions: wanted }, { onSettled: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      closeLabel={t("cancel")}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" pending={isPending} disabled={voiceId === undefined} onClick={speak}>
            {t("confirm", { count: captions.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <VoiceField value={voiceId} onValueChange={setChosen} model={model} />
        <Field label={t("model")}>
          <Select
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
            options={models.map((value) => ({ value, label: value }))}
          />
        </Field>
        <div className="grid gap-1 text-sm text-text-2">
          <p>{t("what", { count: captions.length, characters })}</p>
          {generator ? (
            <CostEstimate
              generator={generator.id}
              times={1}
              requests={texts.map((text) => ({
                model,
                expected: { characters: countCodePoints(text), milliseconds: null },
              }))}
            />
          ) : null}
          <p>{t("where")}</p>
          {billed.length > 0 ? <p className="text-warning">{t("billed", { count: billed.length })}</p> : null}
        </div>
      </div>
    </Dialog>
  );
}
