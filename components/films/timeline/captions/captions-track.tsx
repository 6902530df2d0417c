"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Captions, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { createKey } from "@/components/queries/press-keys";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Menu } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { addCaptions, removePlaced, setCaption } from "@/lib/films/edit-sounds";
import { longestFilmMs } from "@/lib/films/film-document";
import { toMs } from "@/lib/films/lay-out-film";
import type { DeskState } from "../../desk/film-desk";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { canEditFilm } from "../can-edit-film";
import { ClipList } from "../clip-list";
import { moveClips } from "../move-clips";
import { stackClips } from "../stack-clips";
import { isInSight } from "../time-scale";
import type { ViewState } from "../timeline-view";
import { TrackRow } from "../track-row";
import { useTimeline } from "../use-timeline";
import { CaptionClip } from "./caption-clip";
import { captionVoices } from "./caption-voices";

const heightPx = 24;
const gapPx = 2;
const newCaptionMs = 2_000;

/** What is read over the film. A double press edits a caption, or adds one where there is none. */
export function CaptionsTrack({ state }: { state: ViewState }) {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const { view, focus } = useTimeline();
  const captions = useDesk(({ document }) => document.captions);
  const canEdit = useDesk(canEditFilm);
  const current = useDesk(findCurrent);
  const [edited, setEdited] = useState<string | null>(null);
  const { rows, count, order } = useMemo(
    () => ({ ...stackClips(captions), order: captions.map(({ id }) => id) }),
    [captions],
  );
  const { pxPerSecond, sight } = state;

  function add(ms: number): void {
    if (!canEdit) return;
    const id = createKey();
    const atMs = Math.max(0, Math.min(Math.round(ms), longestFilmMs - newCaptionMs));
    desk.edit((film) => addCaptions(film, [{ id, atMs, lengthMs: newCaptionMs, text: "" }]), id);
    desk.select([id]);
    setEdited(id);
  }

  /** Without words, there is no caption. */
  function finish(id: string, text: string | null): void {
    setEdited(null);
    const before = desk.read().document.captions.find((caption) => caption.id === id);
    const words = (text ?? before?.text ?? "").trim();
    desk.edit(
      (film) =>
        words === ""
          ? removePlaced(film, new Set([id]))
          : words === before?.text
            ? film
            : setCaption(film, id, words),
      id,
    );
    desk.endGesture();
    focus();
  }

  return (
    <TrackRow
      name={t("tracks.captions")}
      icon={<Captions />}
      hue="var(--text-2)"
      height={count * (heightPx + gapPx) - gapPx}
      onOpen={(event) => add(view.msAt(event.clientX))}
      controls={canEdit ? <CaptionsMenu onAdd={add} /> : null}
    >
      <ClipList
        label={t("tracks.captions")}
        order={order}
        findStart={(id) => captions.find((caption) => caption.id === id)?.atMs ?? 0}
        onDrag={(id, down) => moveClips(desk, view, id, down)}
        onOpen={setEdited}
      >
        {(activeId) =>
          captions
            .filter(({ id, ...caption }) => id === activeId || isInSight(caption, sight, pxPerSecond))
            .map((caption) => (
              <CaptionClip
                key={caption.id}
                caption={caption}
                top={(rows.get(caption.id) ?? 0) * (heightPx + gapPx)}
                height={heightPx}
                pxPerSecond={pxPerSecond}
                isActive={caption.id === activeId}
                isCurrent={caption.id === current}
                onFinish={caption.id === edited ? finish : null}
              />
            ))
        }
      </ClipList>
    </TrackRow>
  );
}

/** The caption that is read at the playhead. */
function findCurrent({ document, frame }: DeskState): string | null {
  const ms = toMs(frame, document.frameRate);
  return document.captions.find(({ atMs, lengthMs }) => ms >= atMs && ms < atMs + lengthMs)?.id ?? null;
}

function CaptionsMenu({ onAdd }: { onAdd: (ms: number) => void }) {
  const t = useTranslations("timeline.captions");
  const desk = useFilmDesk();
  const client = useQueryClient();
  const showError = useErrorToast();

  async function fromVoice(): Promise<void> {
    try {
      const captions = await captionVoices(client, desk.read().document);
      if (captions.length > 0) {
        desk.edit((film) => addCaptions(film, captions));
        desk.select(captions.map(({ id }) => id));
      }
      showToast({ tone: "plain", title: t("added", { count: captions.length }) });
    } catch (error) {
      showError(error);
    }
  }

  return (
    <Menu
      variant="ghost"
      size="icon-small"
      className="size-6! text-text-3 [&_svg]:size-3.75"
      label={t("add")}
      data-tooltip={t("add")}
      align="start"
      side="top"
      items={[
        { label: t("fromVoice"), onSelect: () => void fromVoice() },
        {
          label: t("here"),
          opensDialog: true,
          onSelect: () => onAdd(toMs(desk.read().frame, desk.read().document.frameRate)),
        },
      ]}
    >
      <Plus aria-hidden />
    </Menu>
  );
}
