"use client";

import { useTranslations } from "next-intl";
import { useGenerator, useGeneratorParts, useGenerators } from "@/components/generators";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { FilmDocument, Place, Shot } from "@/lib/films/film-document";
import { shotTextMaxLength } from "@/lib/films/film-limits";
import { findUsualFrame } from "@/lib/films/places/film-places";
import { fillPlace } from "@/lib/films/places/resolve-places";
import { countCodePoints } from "@/lib/service/contract/text";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { CreateShotButton } from "./create-shot-button";
import { FirstFrameField } from "./first-frame-field";
import { EndedState } from "./place-clip";
import { PlaceProblem } from "./place-problem";
import { PlaceElapsed, UsualBar } from "./place-progress";
import { ShotEstimate } from "./shot-estimate";
import { useFrameThumbnail } from "./place-words";
import { usePlace } from "./use-place";
import { useUsualShot } from "./use-usual-shot";

const frameThumbnailPx = 160;

interface PlaceEditorProps {
  shot: Shot;
  place: Place;
}

/** A shot that is to be created: what is sent for it, how far it is, and what to do. Part of the inspector. */
export function PlaceEditor({ shot, place }: PlaceEditorProps) {
  const t = useTranslations("places.editor");
  const desk = useFilmDesk();
  const generators = useGenerators().filter((each) => each.shot !== undefined);
  const facts = useGenerator(place.generator)?.shot;
  const { ShotText } = useGeneratorParts();
  const view = usePlace(shot, place);
  const startUrl = useFrameThumbnail(place, view.numberBefore, frameThumbnailPx);
  const frameRate = useDesk(({ document }) => document.frameRate);
  const isModelGone = place.model !== null && facts !== undefined && !facts.models.includes(place.model);
  const maximum = facts?.textMaxLength ?? shotTextMaxLength;
  const { kind } = view.status;
  // What is under way was sent as it is; changing it would tell something else.
  const disabled = !desk.canEdit || kind === "active" || kind === "waiting";
  const change = (changes: Partial<Place>, gesture?: string) =>
    desk.edit((film) => withPlace(film, shot.id, changes), gesture && `${gesture}-${shot.id}`);
  const frameFor = (id: string) =>
    findUsualFrame(generators.find((each) => each.id === id)?.shot?.firstFrame ?? "none", view.numberBefore);
  const write = (text: string) =>
    change({ text: Array.from(text).slice(0, shotTextMaxLength).join("") }, "text");
  return (
    <section className="grid gap-4 pb-4" aria-label={t("title")}>
      <PlaceState {...{ shot, place, view }} />
      <Field label={t("kind")} as="group">
        <SegmentedControl
          fill
          value={place.generator}
          disabled={disabled}
          options={generators.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={(generator) =>
            change({
              generator,
              model: null,
              ...(place.firstFrame.of === "none" ? { firstFrame: frameFor(generator) } : {}),
            })
          }
        />
      </Field>
      <ShotText
        key={shot.id}
        generator={place.generator}
        model={place.model ?? facts?.models[0] ?? ""}
        label={t("text")}
        placeholder={t("textPlaceholder")}
        value={place.text}
        maximumLength={maximum}
        disabled={disabled}
        durationSeconds={shot.frames / frameRate}
        startUrl={startUrl}
        onValueChange={write}
        onBlur={() => desk.endGesture()}
      >
        <TextField {...{ place, disabled, maximum }} onChange={write} />
      </ShotText>
      {facts ? (
        <Field label={t("model")} error={isModelGone ? t("modelGone") : undefined}>
          <Select
            value={place.model ?? ""}
            disabled={disabled}
            onChange={(event) => change({ model: event.currentTarget.value || null })}
            options={[
              { value: "", label: t("usualModel", { model: facts.models[0] ?? "" }) },
              ...(isModelGone ? [...facts.models, place.model!] : facts.models).map((model) => ({
                value: model,
                label: model,
              })),
            ]}
          />
        </Field>
      ) : null}
      {facts?.firstFrame === "required" ? (
        <FirstFrameField
          {...{ place, disabled }}
          numberBefore={view.numberBefore}
          onChange={(firstFrame) => change({ firstFrame })}
        />
      ) : null}
    </section>
  );
}

function PlaceState({ shot, place, view }: PlaceEditorProps & { view: ReturnType<typeof usePlace> }) {
  const t = useTranslations("places");
  const desk = useFilmDesk();
  const usual = useUsualShot(place);
  const { cancel } = useGenerationMutations();
  const { status, obstacle } = view;
  const [item] = status.kind === "done" ? status.generation.items : [];
  return (
    <div className="grid gap-2 text-sm text-text-2">
      <EndedState view={view} />
      <PlaceProblem status={status} />
      {status.kind === "waiting" ? <p>{t("sendsAfter", { number: view.numberBefore })}</p> : null}
      {status.kind === "active" ? (
        <>
          <PlaceElapsed generation={status.generation} />
          {usual === null ? null : <UsualBar startedAt={status.generation.startedAt} usual={usual} />}
          {status.generation.state === "queued" && status.generation.isOwn ? (
            <Button
              variant="outline"
              size="small"
              pending={cancel.isPending}
              onClick={() => cancel.mutate({ id: status.generation.id })}
            >
              {t("cancel")}
            </Button>
          ) : null}
        </>
      ) : null}
      {item && status.kind === "done" ? (
        <Button
          variant="outline"
          size="small"
          disabled={!desk.canEdit}
          onClick={() => {
            desk.addItems([item]);
            desk.edit((film) => fillPlace(film, shot.id, { item, generationId: status.generation.id }));
          }}
        >
          {t("useResult")}
        </Button>
      ) : null}
      {status.kind === "active" || status.kind === "waiting" ? null : (
        <>
          <CreateShotButton view={view} usual={usual} size="medium" />
          {obstacle ? <p>{t(`obstacles.${obstacle}`, { number: view.numberBefore })}</p> : null}
          {obstacle ? null : <ShotEstimate shots={[{ shot, place }]} />}
        </>
      )}
    </div>
  );
}

interface TextFieldProps {
  place: Place;
  disabled: boolean;
  /** In Unicode code points. */
  maximum: number;
  onChange: (text: string) => void;
}

function TextField({ place, disabled, maximum, onChange }: TextFieldProps) {
  const t = useTranslations("places.editor");
  const desk = useFilmDesk();
  const over = countCodePoints(place.text) - maximum;
  return (
    <Field label={t("text")} error={over > 0 ? t("over", { over }) : undefined}>
      <Textarea
        rows={5}
        value={place.text}
        disabled={disabled}
        maxLength={shotTextMaxLength}
        placeholder={t("textPlaceholder")}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => desk.endGesture()}
        className="resize-y px-2.75 py-2 text-base"
      />
    </Field>
  );
}

function withPlace(film: FilmDocument, shotId: string, changes: Partial<Place>): FilmDocument {
  return {
    ...film,
    shots: film.shots.map((shot) =>
      shot.id === shotId && shot.content.kind === "place"
        ? { ...shot, content: { ...shot.content, ...changes } }
        : shot,
    ),
  };
}
