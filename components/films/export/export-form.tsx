"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { applyFilmExport, exportsAddress, filmExports } from "@/components/queries/film-export-queries";
import { createPressKeys } from "@/components/queries/press-keys";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useFieldGroup } from "@/components/ui/field-context";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { exportSettingsSchema, type filmLoudnesses, isActiveExport } from "@/lib/films/export-dto";
import type { ExportSettings, FilmExportDto } from "@/lib/films/export-dto";
import { captionChoices } from "@/lib/films/exported-film";
import { filmAspects, type FilmAspect } from "@/lib/films/film-document";
import { findUsualLoop, isLoopFormat } from "@/lib/films/film-loop";
import { countFrames, placeShots } from "@/lib/films/lay-out-film";
import { leaveOutPlaces } from "@/lib/films/leave-out-places";
import { listCaptions } from "@/lib/films/list-captions";
import { filmQualities, findFilmSize, type FilmQuality } from "@/lib/films/render/film-size";
import { useUnits } from "@/lib/i18n/units";
import type { FilmSaver } from "../desk/film-saver";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { estimateExport } from "./estimate-export";
import { describeMissing } from "./describe-missing";
import { LoopFields } from "./loop-fields";
import { formatNames } from "./use-export-name";
import { useMixWords } from "./use-mix-words";

const formats = ["mp4", "webm", "gif", "webp", "m4a", "mp3", "wav"] as const;

/** Chooses how the film is exported, and starts it. */
export function ExportForm({ saver }: { saver: FilmSaver }) {
  const t = useTranslations("desk.export");
  const units = useUnits();
  const locale = useLocale();
  const client = useQueryClient();
  const showError = useErrorToast();
  const desk = useFilmDesk();
  const document = useDesk((state) => state.document);
  const missing = useDesk((state) => state.missing);
  const { id } = desk.read().film;
  const { data } = useQuery(filmExports(id));
  const [keys] = useState(() => createPressKeys());
  const [pending, setPending] = useState(false);
  const captionCount = listCaptions(document).length;
  const [format, setFormat] = useState<ExportSettings["format"]>("mp4");
  const isLoop = isLoopFormat(format);
  const isVideo = format === "mp4" || format === "webm";
  const hasPictures = isVideo || isLoop;
  const [quality, setQuality] = useState<FilmQuality>("1080p");
  const [otherAspect, setOtherAspect] = useState<FilmAspect | null>(null);
  const aspect = otherAspect ?? document.aspect;
  const [captions, setCaptions] = useState<ExportSettings["captions"]>(captionCount > 0 ? "burned" : "none");
  const [loudness, setLoudness] = useState<(typeof filmLoudnesses)[number] | null>(-14);
  const [leavesOut, setLeavesOut] = useState(false);
  const allFrames = countFrames(desk.placed);
  const [loop, setLoop] = useState(() =>
    findUsualLoop(desk.placed, desk.read().selection, { frames: allFrames, frameRate: document.frameRate }),
  );
  const exported = useMemo(
    () => (leavesOut && !isLoop ? leaveOutPlaces(document) : document),
    [document, leavesOut, isLoop],
  );
  const frames = useMemo(() => countFrames(placeShots(exported)), [exported]);
  const mixWords = useMixWords({ document: exported, format, loudnessLufs: loudness });
  const size = findFilmSize(aspect, quality);
  const estimate = estimateExport(exported, size, data?.exports ?? []);
  const gaps = describeMissing(document, missing, isLoop ? loop : undefined);
  const choices = captionChoices.filter(
    (value) => value === "none" || (value === "burned" ? hasPictures : !isLoop),
  );
  const chosen = choices.find((each) => each === captions) ?? "none";
  const isBusy = data?.exports.some((each) => each.isOwn && isActiveExport(each)) ?? false;

  async function start() {
    setPending(true);
    try {
      // What is exported is a saved version.
      await saver.flush();
      if (!saver.isSaved) {
        showError(new ApiError(desk.read().fault ?? "film.changed", { status: 409 }));
        return;
      }
      const { version } = desk.read().film;
      const settings = exportSettingsSchema.parse({
        ...{ format, captions: chosen },
        ...(isVideo ? { quality, ...(aspect === document.aspect ? {} : { aspect }) } : {}),
        ...(isLoop ? loop : { loudnessLufs: loudness, places: leavesOut ? "left-out" : "cards" }),
      });
      const key = keys.keyFor({ settings, version });
      const made = await apiFetch<FilmExportDto>(exportsAddress(id), {
        method: "POST",
        body: { version, settings, key, locale },
      });
      keys.settle();
      applyFilmExport(client, made);
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="flex flex-col border-line max-lg:border-b lg:border-r">
      <div className="grid flex-1 content-start gap-5 px-6 py-5">
        {isVideo ? (
          <Field as="group" label={t("size")}>
            <Sizes aspect={aspect} value={quality} onValueChange={setQuality} />
          </Field>
        ) : null}
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {isVideo ? (
            <Field
              label={t("aspect")}
              hint={t(aspect === document.aspect ? "ownAspect" : "otherAspect", { aspect: document.aspect })}
            >
              <Select
                value={aspect}
                onChange={({ currentTarget: { value } }) => setOtherAspect(value as FilmAspect)}
                options={filmAspects.map((value) => ({ value, label: value }))}
              />
            </Field>
          ) : null}
          <Field
            label={t("format")}
            hint={isVideo ? t("file", { rate: document.frameRate }) : isLoop ? t("loop.hint") : undefined}
          >
            <Select
              value={format}
              onChange={({ currentTarget: { value } }) => setFormat(value as ExportSettings["format"])}
              options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
            />
          </Field>
          {isLoop ? null : (
            <Field
              className={isVideo ? "sm:col-span-2" : ""}
              label={t("loudness")}
              hint={
                mixWords && (
                  <span className={isVideo ? "block sm:min-h-[2lh]" : "block sm:min-h-[3lh]"}>
                    {mixWords}
                  </span>
                )
              }
            >
              <Select
                value={loudness === null ? "keep" : String(loudness)}
                onChange={({ currentTarget: { value } }) =>
                  setLoudness(value === "keep" ? null : (Number(value) as (typeof filmLoudnesses)[number]))
                }
                options={[
                  { value: "-14", label: t("loudnesses.web") },
                  { value: "-16", label: t("loudnesses.podcast") },
                  { value: "-23", label: t("loudnesses.television") },
                  { value: "keep", label: t("loudnesses.keep") },
                ]}
              />
            </Field>
          )}
          <Field
            as="group"
            className={isLoop ? "" : "sm:col-span-2"}
            label={t("captions")}
            hint={
              captionCount === 0
                ? t("noCaptions")
                : chosen === "file"
                  ? t("captionFile", { count: captionCount })
                  : t("captionCount", { count: captionCount })
            }
          >
            <SegmentedControl
              fill
              value={chosen}
              disabled={captionCount === 0}
              onValueChange={setCaptions}
              className="[&_label]:min-w-0 [&_label]:px-1"
              options={choices.map((value) => ({ value, label: t(`captionChoices.${value}`) }))}
            />
          </Field>
        </div>
        {isLoop && frames > 0 ? <LoopFields loop={loop} frames={frames} onChange={setLoop} /> : null}
        {gaps.places.length > 0 ? (
          <Notice
            tone="warning"
            title={t("places", { count: gaps.places.length, numbers: gaps.places.join(", ") })}
            actions={
              isLoop ? null : (
                <Button size="small" variant="outline" onClick={() => setLeavesOut(!leavesOut)}>
                  {t(leavesOut ? "showCards" : "leaveOut")}
                </Button>
              )
            }
          >
            {t(leavesOut && !isLoop ? "leftOut" : "standIn", {
              count: gaps.places.length,
              length: units.elapsed(gaps.seconds),
            })}
          </Notice>
        ) : null}
        {gaps.lost > 0 ? (
          <Notice tone="warning" title={t("lost", { count: gaps.lost })}>
            {t("lostStandIn")}
          </Notice>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t px-6 py-3.5">
        <p className="mr-auto text-xs text-text-3">
          <strong className="block text-sm font-medium text-text">
            {frames === 0
              ? t("empty")
              : estimate.seconds === null || format !== "mp4"
                ? isVideo
                  ? t("about", { size: units.bytes(estimate.bytes) })
                  : t(isLoop ? "loop.name" : "soundName", { format: formatNames[format] })
                : t("aboutAndTime", {
                    size: units.bytes(estimate.bytes),
                    time: units.estimate(estimate.seconds),
                  })}
          </strong>
          {isBusy ? t("startsLater") : t("yours")}
        </p>
        <Button
          variant="primary"
          size="large"
          pending={pending}
          disabled={frames === 0}
          onClick={() => void start()}
        >
          {t("start")}
        </Button>
      </div>
    </div>
  );
}

function Sizes({
  aspect,
  value,
  onValueChange,
}: {
  aspect: FilmAspect;
  value: FilmQuality;
  onValueChange: (quality: FilmQuality) => void;
}) {
  const units = useUnits();
  const name = useId();
  return (
    <div role="radiogroup" {...useFieldGroup()} className="grid grid-cols-2 gap-1.5">
      {filmQualities.map((quality) => {
        const { width, height } = findFilmSize(aspect, quality);
        const scale = (quality === "1080p" ? 36 : 26) / Math.max(width, height);
        return (
          <label
            key={quality}
            className="relative flex h-22 flex-col items-center justify-end gap-0.5 rounded-md border border-line pb-2 text-xs text-text-3 select-none hover:border-line-strong has-checked:border-hue has-checked:bg-hue/12 has-checked:text-text-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue"
          >
            <input
              type="radio"
              name={name}
              checked={value === quality}
              onChange={() => onValueChange(quality)}
              className="peer absolute inset-0 appearance-none rounded-md outline-none"
            />
            <span
              aria-hidden
              style={{ width: width * scale, height: height * scale }}
              className="pointer-events-none my-auto rounded-[2.5px] border-[1.5px] border-current peer-checked:border-hue peer-checked:bg-hue/35"
            />
            <span className="pointer-events-none text-sm font-medium text-text">{quality}</span>
            <span className="pointer-events-none">{units.dimensions(width, height)}</span>
          </label>
        );
      })}
    </div>
  );
}
