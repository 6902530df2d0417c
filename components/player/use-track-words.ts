"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Track } from "./track";

/**
 * Names one of several audio files: parts of a text file by their translated name, others by their own name or number.
 */
export function usePartName(): (part: NonNullable<Track["part"]>) => string {
  const t = useTranslations("player.take.parts");
  const names = new Map([
    ["title", t("title")],
    ["content", t("content")],
    ["extra", t("extra")],
  ]);
  return ({ name, number }) => (name === null ? t("numbered", { number }) : (names.get(name) ?? name));
}

/** Texts that distinguish tracks with the same title. */
export function useTrackWords() {
  const t = useTranslations("player");
  const format = useFormatter();
  const partName = usePartName();

  function join(...words: (string | null | undefined)[]): string {
    return words.filter((word) => word !== null && word !== undefined && word !== "").join(t("separator"));
  }
  const take = (track: Track) => (track.take === undefined ? null : t("takeNumber", { number: track.take }));
  const part = (track: Track) => (track.part ? partName(track.part) : null);
  const name = (track: Track, { numberFirst = false } = {}) =>
    // The first take is called like the idea, except among other takes.
    join(track.title, track.take === 1 && !numberFirst ? null : take(track), part(track));

  /** Take and part, or else how it was generated, with the time: `take 2, 14:32`. */
  const origin = (track: Track) =>
    join(
      take(track),
      part(track),
      track.take === undefined ? track.subtitle : null,
      track.createdAt === undefined ? null : format.dateTime(new Date(track.createdAt), "time"),
    );

  return {
    /** The full name: `Harbour lights, take 2, Content`. */
    name,
    /** Shown beside the title: take, part, and how it was generated. */
    details: (track: Track) => join(take(track), part(track), track.subtitle),
    /** A short name of one compared track: what distinguishes it from the other. */
    side(track: Track, other: Track): string {
      // The subtitle of an uploaded track describes it, for example as the original of a cover.
      if (track.generationId === undefined) return track.subtitle ?? track.title;
      if (other.counterpartName !== undefined) return other.counterpartName;
      if (track.title !== other.title) return track.title;
      return (track.generationId === other.generationId ? part(track) : take(track)) ?? origin(track);
    },
    /** The name of a compared track, with its time: `Harbour lights, take 2, 14:32`. */
    compared: (track: Track) => join(track.title, origin(track)),
    origin,
  };
}
