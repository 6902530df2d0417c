"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Track } from "./track";

/** What one of several sounds is called: the parts of a text file by their words, others by their own name or their number. */
export function usePartName(): (part: NonNullable<Track["part"]>) => string {
  const t = useTranslations("player.take.parts");
  const names = new Map([
    ["title", t("title")],
    ["content", t("content")],
    ["extra", t("extra")],
  ]);
  return ({ name, number }) => (name === null ? t("numbered", { number }) : (names.get(name) ?? name));
}

/** How a sound is told from others that may have the same title. */
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
    // The first take of an idea is called like the idea, but among others.
    join(track.title, track.take === 1 && !numberFirst ? null : take(track), part(track));

  /** Which take and part it is, or else what, and when it was asked for: `take 2, 14:32`. */
  const origin = (track: Track) =>
    join(
      take(track),
      part(track),
      track.take === undefined ? track.subtitle : null,
      track.createdAt === undefined ? null : format.dateTime(new Date(track.createdAt), "time"),
    );

  return {
    /** Whole: `Harbour lights, take 2, Content`. */
    name,
    /** Beside the title: which take and part it is, and how it was made. */
    details: (track: Track) => join(take(track), part(track), track.subtitle),
    /** One of two that are compared, short: what tells it from the other. */
    side(track: Track, other: Track): string {
      // What no generation made says by itself what it is here, for example the original of a cover.
      if (track.generationId === undefined) return track.subtitle ?? track.title;
      if (other.counterpartName !== undefined) return other.counterpartName;
      if (track.title !== other.title) return track.title;
      return (track.generationId === other.generationId ? part(track) : take(track)) ?? origin(track);
    },
    /** One of two that are compared, with the time at which it was asked for: `Harbour lights, take 2, 14:32`. */
    compared: (track: Track) => join(track.title, origin(track)),
    origin,
  };
}
