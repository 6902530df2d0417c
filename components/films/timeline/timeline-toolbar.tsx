"use client";

import { Magnet, Plus, Scissors, Shrink, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { createKey } from "@/components/queries/press-keys";
import { Button, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";
import { Slider } from "@/components/ui/slider";
import { insertShots } from "@/lib/films/edit-shots";
import type { Shot } from "@/lib/films/film-document";
import { findUsualFrame } from "@/lib/films/places/film-places";
import type { ItemDto } from "@/lib/items/item-dto";
import { addItems } from "../bin/add-items";
import type { DeskState } from "../desk/film-desk";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { StoryboardTools } from "../places/storyboard-tools";
import { canEditFilm } from "./can-edit-film";
import { KeyHelp } from "./key-help";
import { findDropIndex } from "./shots/shot-bounds";
import { scaleToSlider, sliderToScale } from "./time-scale";
import { useTimeline, useView } from "./use-timeline";

const toolClass = "h-7 px-2 text-xs";
const zoomStep = 1.5;
const cardSeconds = 3;
const placeSeconds = 6;
const loadPicker = () => import("../bin/pick-dialog");

/** What is done with the timeline as a whole, and how much of the film is ready. */
export function TimelineToolbar() {
  const t = useTranslations("timeline");
  const { edits, view } = useTimeline();
  const canEdit = useDesk(canEditFilm);
  const isSnapping = useView((state) => state.isSnapping);
  return (
    <div role="toolbar" aria-label={t("tools")} className="flex h-9.5 items-center gap-0.5 pr-4 pl-3">
      <AddShot />
      <StoryboardTools className={toolClass} />
      <Button
        variant="ghost"
        className={toolClass}
        disabled={!canEdit}
        data-tooltip={t("splitTip")}
        onClick={() => edits.split()}
      >
        <Scissors aria-hidden />
        {t("split")}
      </Button>
      <Button
        variant="ghost"
        className={classNames(toolClass, isSnapping && "bg-raised text-text")}
        aria-pressed={isSnapping}
        data-tooltip={t("snapTip")}
        onClick={() => view.setSnapping(!isSnapping)}
      >
        <Magnet aria-hidden />
        {t("snap")}
      </Button>
      <Readiness />
      <KeyHelp />
      <Zoom />
    </div>
  );
}

function AddShot() {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const { edits } = useTimeline();
  const canEdit = useDesk(canEditFilm);
  const generators = useGenerators();
  const video = generators.find(({ produces }) => produces === "video");
  const [isChoosing, setIsChoosing] = useState(false);
  const close = () => setIsChoosing(false);

  const add = (makeContent: (index: number) => Shot["content"], seconds: number) =>
    edits.addAndSelect((film) => {
      const index = findDropIndex(desk.placed, desk.read().frame);
      const shot: Shot = {
        id: createKey(),
        name: "",
        frames: seconds * film.frameRate,
        content: makeContent(index),
        fit: "fill",
        transition: { kind: "cut", frames: 0 },
      };
      return { film: insertShots(film, index, [shot]), ids: [shot.id] };
    });

  return (
    <>
      <Menu
        variant="ghost"
        className={toolClass}
        align="start"
        label={t("add.label")}
        disabled={!canEdit}
        items={[
          { label: t("add.library"), opensDialog: true, onSelect: () => setIsChoosing(true) },
          {
            label: t("add.card"),
            onSelect: () => add(() => ({ kind: "card", text: t("add.cardText"), tone: "dark" }), cardSeconds),
          },
          ...(video
            ? [
                {
                  label: t("add.place"),
                  onSelect: () =>
                    add(
                      (index) => ({
                        kind: "place",
                        generator: video.id,
                        text: "",
                        model: null,
                        firstFrame: findUsualFrame(video.shot?.firstFrame ?? "none", index),
                        generationId: null,
                      }),
                      placeSeconds,
                    ),
                },
              ]
            : []),
        ]}
      >
        <Plus aria-hidden />
        {t("add.label")}
      </Menu>
      {isChoosing ? (
        <FetchedPart
          load={loadPicker}
          props={{
            title: t("add.libraryTitle"),
            onPick: (item: ItemDto) => addItems(desk, [item], generators),
            onClose: close,
          }}
          onFailed={close}
        />
      ) : null}
    </>
  );
}

const countShots = ({ document }: DeskState) => document.shots.length;
const countReady = ({ document, missing }: DeskState) =>
  document.shots.filter(
    ({ content }) => content.kind !== "place" && !("itemId" in content && missing.has(content.itemId)),
  ).length;

function Readiness() {
  const t = useTranslations("timeline");
  const shots = useDesk(countShots);
  const ready = useDesk(countReady);
  return (
    <p className="min-w-0 flex-1 truncate px-2 text-xs text-text-3">
      {ready === shots ? t("shotCount", { count: shots }) : t("readiness", { count: shots, ready })}
    </p>
  );
}

function Zoom() {
  const t = useTranslations("timeline");
  const { view } = useTimeline();
  const pxPerSecond = useView((state) => state.pxPerSecond);
  const isWhole = useView((state) => state.isWhole);
  const position = Math.round(scaleToSlider(pxPerSecond, view.range));
  return (
    <div className="flex items-center gap-1">
      <IconButton label={t("zoomOut")} className="size-7" onClick={() => view.zoomBy(1 / zoomStep)}>
        <ZoomOut aria-hidden />
      </IconButton>
      <Slider
        aria-label={t("zoom")}
        min={0}
        max={100}
        value={position}
        valueText={t("percent", { share: position / 100 })}
        onValueChange={(value) => view.setScale(sliderToScale(value, view.range))}
        className="w-28"
      />
      <IconButton label={t("zoomIn")} className="size-7" onClick={() => view.zoomBy(zoomStep)}>
        <ZoomIn aria-hidden />
      </IconButton>
      <Button
        variant="ghost"
        className={classNames(toolClass, "ml-2")}
        aria-pressed={isWhole}
        onClick={() => view.showWhole()}
      >
        <Shrink aria-hidden />
        {t("wholeFilm")}
      </Button>
    </div>
  );
}
