"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { createKey } from "@/components/queries/press-keys";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { insertShots } from "@/lib/films/edit-shots";
import { addCaptions } from "@/lib/films/edit-sounds";
import { maxShots } from "@/lib/films/film-document";
import {
  captionShots,
  countSurplus,
  makeStoryboard,
  readScript,
  type ScriptLine,
} from "@/lib/films/places/read-script";
import { useUnits } from "@/lib/i18n/units";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { useShotGenerators } from "./use-shot-generators";

/** More lines than these are counted, not listed. */
const maxListed = 200;

/** A script becomes shots to create, at the end of the film: shows them before they are added. */
export default function ScriptDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("places.script");
  const desk = useFilmDesk();
  const film = useDesk(({ document }) => document);
  const generators = useShotGenerators();
  const [script, setScript] = useState("");
  const [hasCaptions, setHasCaptions] = useState(false);
  const [chosen, setChosen] = useState(generators[0]?.id ?? "");
  const generator = generators.find((each) => each.id === chosen);
  const textMaxLength = generator?.shot.textMaxLength ?? 0;
  const lines = readScript(useDeferredValue(script), { textMaxLength });
  const surplus = countSurplus(film, lines);
  const isWrong = surplus > 0 || lines.some(({ isTooLong }) => isTooLong);

  function add() {
    if (!generator) return;
    const { firstFrame } = generator.shot;
    const shots = makeStoryboard(lines, {
      generator: generator.id,
      firstFrame,
      shotsBefore: film.shots.length,
      frameRate: film.frameRate,
      newId: createKey,
    });
    const ids = new Set(shots.map((shot) => shot.id));
    desk.edit((before) => {
      const filled = insertShots(before, before.shots.length, shots);
      return hasCaptions ? addCaptions(filled, captionShots(filled, ids, createKey)) : filled;
    });
    desk.select(shots.slice(0, 1).map((shot) => shot.id));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      closeLabel={t("cancel")}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" disabled={lines.length === 0 || isWrong} onClick={add}>
            {t("add", { count: lines.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-4">
          <Field label={t("text")} hint={t("hint")}>
            <Textarea
              rows={12}
              value={script}
              placeholder={t("placeholder")}
              onChange={(event) => setScript(event.currentTarget.value)}
              className="max-h-[50dvh] resize-y px-2.75 py-2 text-base"
            />
          </Field>
          <Field
            label={t("kind")}
            as="group"
            hint={generator?.shot.firstFrame === "required" ? t("needsFrame") : undefined}
          >
            <SegmentedControl
              fill
              value={chosen}
              onValueChange={setChosen}
              options={generators.map(({ id: value, name }) => ({ value, label: name }))}
            />
          </Field>
          <label className="flex items-center justify-between gap-3 text-sm">
            <span>
              <span className="block font-medium text-text">{t("captions")}</span>
              <span className="block text-text-2">{t("captionsHint")}</span>
            </span>
            <Switch checked={hasCaptions} onCheckedChange={setHasCaptions} />
          </label>
        </div>
        <Preview lines={lines} textMaxLength={textMaxLength} surplus={surplus} />
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  lines: readonly ScriptLine[];
  textMaxLength: number;
  surplus: number;
}

function Preview({ lines, textMaxLength, surplus }: PreviewProps) {
  const t = useTranslations("places.script");
  const units = useUnits();
  const first = useDesk(({ document }) => document.shots.length);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  return (
    <div className="min-w-0">
      <p className="text-sm font-medium">
        {t("preview", { count: lines.length, duration: seconds === 0 ? "none" : units.elapsed(seconds) })}
      </p>
      {surplus > 0 ? (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t("surplus", { maximum: maxShots, count: surplus })}
        </p>
      ) : null}
      <ol className="mt-2 max-h-[50dvh] overflow-y-auto">
        {lines.slice(0, maxListed).map((line, index) => (
          <li key={`${index} ${line.text}`} className="flex gap-3 border-t border-line py-2 text-sm">
            <span className="w-6 shrink-0 text-right text-text-3 tabular-nums">{first + index + 1}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium" dir="auto">
                {line.name}
              </span>
              <span className="line-clamp-2 text-xs text-text-2" dir="auto">
                {line.text}
              </span>
              {line.isTooLong ? (
                <span className="block text-xs text-danger">{t("tooLong", { maximum: textMaxLength })}</span>
              ) : null}
            </span>
            <span className="shrink-0 text-xs text-text-2">{units.elapsed(line.seconds)}</span>
          </li>
        ))}
        {lines.length > maxListed ? (
          <li className="border-t border-line py-2 text-sm text-text-2">
            {t("more", { count: lines.length - maxListed })}
          </li>
        ) : null}
      </ol>
    </div>
  );
}
