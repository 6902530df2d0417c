"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInPlace } from "@/components/ui/text-in-place";
import { Textarea } from "@/components/ui/textarea";
import { removeShots, replaceContent, setShot, setSpeed } from "@/lib/films/edit-shots";
import { maxNameLength, type Shot, type ShotContent } from "@/lib/films/film-document";
import type { PlacedShot } from "@/lib/films/lay-out-film";
import { formatFineClock } from "@/lib/i18n/clocks";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { PlaceEditor } from "../places/place-editor";
import { ShotTakes } from "../places/shot-takes";
import { InspectorRow } from "./inspector-row";
import { MoveEditor } from "./move-editor";
import { ShotLength } from "./shot-length";
import { ShotSource } from "./shot-source";
import { TransitionRow } from "./transition-row";
import { TrimStrip } from "./trim-strip";
import { OwnSound } from "./own-sound";

const speeds = [
  { value: "0.5", label: "½×" },
  { value: "1", label: "1×" },
  { value: "1.5", label: "1½×" },
  { value: "2", label: "2×" },
];
const fits = ["fill", "fit", "blur"] as const;

/** A shot, with all that can be changed of it. */
export function ShotInspector({ placed }: { placed: PlacedShot }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const { shot, index, start, end } = placed;
  const next = useDesk(({ document }) => document.shots[index + 1]);
  const number = index + 1;
  return (
    <>
      <header className="flex items-baseline justify-between gap-2 pb-2">
        <h2 className="text-sm font-semibold">{t("shot", { number })}</h2>
        <span className="text-xs text-text-3">
          {t("span", {
            from: formatFineClock(start / frameRate),
            to: formatFineClock(end / frameRate),
          })}
        </span>
      </header>
      {desk.canEdit ? (
        <TextInPlace
          key={`${shot.id} ${shot.name}`}
          label={t("name")}
          placeholder={t("name")}
          value={shot.name}
          maxLength={maxNameLength}
          onSave={(name) => {
            desk.edit((film) => setShot(film, shot.id, { name }));
            return Promise.resolve(true);
          }}
          className="mb-2 block text-sm"
        />
      ) : null}
      <ShotParts shot={shot} />
      {index > 0 ? <TransitionRow shot={shot} label={t("from", { number: number - 1 })} /> : null}
      {next ? <TransitionRow shot={next} label={t("to", { number: number + 1 })} /> : null}
      {desk.canEdit ? (
        <div className="border-t border-line pt-3">
          <Button
            size="small"
            variant="ghost"
            className="-ml-2"
            onClick={() => desk.edit((film) => removeShots(film, new Set([shot.id])))}
          >
            <Trash2 aria-hidden />
            {t("remove")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function ShotParts({ shot }: { shot: Shot }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const { content } = shot;
  const item = useDesk(({ items }) => ("itemId" in content ? items.get(content.itemId) : undefined));
  const disabled = !desk.canEdit;
  return (
    <>
      {"itemId" in content ? <ShotSource shot={shot} itemId={content.itemId} /> : null}
      {content.kind === "place" ? <PlaceEditor shot={shot} place={content} /> : <ShotTakes shot={shot} />}
      {content.kind === "video" && item ? <TrimStrip shot={shot} item={item} /> : null}
      {content.kind === "card" ? <CardParts shot={shot} content={content} /> : null}
      {content.kind === "video" ? (
        <InspectorRow label={t("speed")}>
          <SegmentedControl
            size="small"
            label={t("speed")}
            value={String(content.speed)}
            disabled={disabled}
            className="[&_label]:min-w-0 [&_label]:px-2.25"
            onValueChange={(value) =>
              desk.edit((film) => setSpeed(film, shot.id, Number(value), desk.lengths))
            }
            options={speeds}
          />
        </InspectorRow>
      ) : (
        <ShotLength shot={shot} />
      )}
      {content.kind === "video" ? <OwnSound shot={shot} content={content} /> : null}
      {"itemId" in content ? (
        <InspectorRow label={t("fit")}>
          <SegmentedControl
            size="small"
            label={t("fit")}
            value={shot.fit}
            disabled={disabled}
            className="[&_label]:min-w-0 [&_label]:px-2.25"
            onValueChange={(fit) => desk.edit((film) => setShot(film, shot.id, { fit }))}
            options={fits.map((value) => ({ value, label: t(`fits.${value}`) }))}
          />
        </InspectorRow>
      ) : null}
      {content.kind === "picture" && item ? <MoveEditor shot={shot} item={item} /> : null}
    </>
  );
}

function CardParts({ shot, content }: { shot: Shot; content: Extract<ShotContent, { kind: "card" }> }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const set = (changes: Partial<typeof content>, gesture?: string) =>
    desk.edit(
      (film) => replaceContent(film, shot.id, { content: { ...content, ...changes }, lengths: desk.lengths }),
      gesture,
    );
  return (
    <div className="grid gap-3 pb-3">
      <Field label={t("cardText")}>
        <Textarea
          rows={3}
          maxLength={2_000}
          disabled={!desk.canEdit}
          value={content.text}
          onChange={(event) => set({ text: event.currentTarget.value }, `text ${shot.id}`)}
          onBlur={() => desk.endGesture()}
          className="field-sizing-content max-h-60 resize-none px-2.5 py-2 text-sm"
        />
      </Field>
      <SegmentedControl
        fill
        size="small"
        label={t("tone")}
        value={content.tone}
        disabled={!desk.canEdit}
        onValueChange={(tone) => set({ tone })}
        options={(["dark", "light"] as const).map((value) => ({ value, label: t(`tones.${value}`) }))}
      />
    </div>
  );
}
