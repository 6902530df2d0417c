"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { setCaption } from "@/lib/films/edit-sounds";
import type { Caption } from "@/lib/films/film-document";
import { formatFineClock } from "@/lib/i18n/clocks";
import { useFilmDesk } from "../desk/use-desk";
import { CaptionVoice } from "../places/caption-voice";
import { CaptionStyleRow } from "./film-inspector";
import { PlacedActions, PlacedTimes } from "./sound-inspector";

/** A caption, with its text and times, and the style of all captions. */
export function CaptionInspector({ caption }: { caption: Caption }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  return (
    <>
      <header className="flex items-baseline justify-between gap-2 pb-3">
        <h2 className="text-sm font-semibold">{t("caption")}</h2>
        <span className="text-xs text-text-3">
          {t("span", {
            from: formatFineClock(caption.atMs / 1_000),
            to: formatFineClock((caption.atMs + caption.lengthMs) / 1_000),
          })}
        </span>
      </header>
      <div className="pb-3">
        <Field label={t("captionText")}>
          <Textarea
            rows={2}
            maxLength={500}
            disabled={!desk.canEdit}
            value={caption.text}
            onChange={({ currentTarget: { value } }) =>
              desk.edit((film) => setCaption(film, caption.id, value), `text ${caption.id}`)
            }
            onBlur={() => desk.endGesture()}
            className="field-sizing-content max-h-48 resize-none px-2.5 py-2 text-sm"
          />
        </Field>
      </div>
      <PlacedTimes id={caption.id} atMs={caption.atMs} lengthMs={caption.lengthMs} />
      <div className="pb-3">
        <CaptionVoice caption={caption} />
      </div>
      <CaptionStyleRow />
      <PlacedActions id={caption.id} />
    </>
  );
}
