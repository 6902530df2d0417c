import type { FilmDocument, SoundPiece, SoundTrack } from "../film-document";
import { soundTracks } from "../film-document";
import { type Cut, planCuts } from "./plan-cuts";

/** A file of an item beside the edit list. */
export interface MediaFile {
  /** Relative to the edit list. */
  path: string;
  name: string;
  durationSeconds: number | null;
}

export interface InterchangeFilm {
  title: string;
  document: FilmDocument;
  /** By item; what isn't here is missing. */
  files: ReadonlyMap<string, MediaFile>;
}

/** Times of sounds are in milliseconds. */
const soundRate = 1_000;

/**
 * A film as OpenTimelineIO JSON (schemas of OpenTimelineIO 0.15 to 0.18). What its schemas have no words for, such as levels and pans, is
 * in the metadata under `reverie`. Pure.
 */
export function writeOtio(film: InterchangeFilm): string {
  const { document } = film;
  const cuts = planCuts(document);
  const sounds = soundTracks.flatMap((track) =>
    splitLanes(document.sounds.filter((piece) => piece.track === track)).map((lane, index) =>
      writeSoundTrack(film, track, { lane, name: index === 0 ? track : `${track} ${index + 1}` }),
    ),
  );
  const timeline = {
    ...described("Timeline.1", film.title, { frameRate: document.frameRate, aspect: document.aspect }),
    global_start_time: null,
    tracks: {
      ...described("Stack.1", "tracks"),
      ...composed([
        writeTrack("Video", "shots", { children: writeShots(film, cuts), isMuted: false }),
        writeTrack("Audio", "shots", {
          children: writeShotSounds(film, cuts),
          isMuted: document.tracks.shots.isMuted,
          level: document.tracks.shots.level,
        }),
        ...sounds,
      ]),
    },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}

function described(schema: string, name: string, facts?: object) {
  return { OTIO_SCHEMA: schema, metadata: facts ? { reverie: facts } : {}, name };
}

const composed = (children: readonly object[], effects: readonly object[] = []) => ({
  ...{ source_range: null, effects, markers: [], enabled: true, children },
});

const time = (value: number, rate: number) => ({ OTIO_SCHEMA: "RationalTime.1", rate, value });
const range = (start: number, duration: number, rate: number) => ({
  ...{ OTIO_SCHEMA: "TimeRange.1", start_time: time(start, rate), duration: time(duration, rate) },
});

function writeTrack(
  kind: "Video" | "Audio",
  name: string,
  { children, isMuted, level }: { children: readonly object[]; isMuted: boolean; level?: number },
) {
  const facts = level === undefined ? undefined : { levelDb: level };
  return { ...described("Track.1", name, facts), ...composed(children), enabled: !isMuted, kind };
}

function writeShots(film: InterchangeFilm, cuts: readonly Cut[]): object[] {
  const { frameRate } = film.document;
  return cuts.flatMap((cut) => {
    const { transition } = cut;
    const clip = writeShotClip(film, cut);
    if (!transition) return [clip];
    const kind = transition.kind === "fade" ? "SMPTE_Dissolve" : "Custom_Transition";
    return [
      {
        ...described("Transition.1", transition.kind, { kind: transition.kind }),
        in_offset: time(transition.before, frameRate),
        out_offset: time(transition.after, frameRate),
        transition_type: kind,
      },
      clip,
    ];
  });
}

function writeShotClip(film: InterchangeFilm, { shot, frames, skipped }: Cut): object {
  const { content, name, fit } = shot;
  const { frameRate } = film.document;
  const clip = (start: number, reference: object, facts: object, effects: readonly object[] = []) => ({
    ...described("Clip.2", name, { fit, ...facts }),
    ...{ source_range: range(start, frames, frameRate), effects, markers: [], enabled: true },
    ...{ media_references: { DEFAULT_MEDIA: reference }, active_media_reference_key: "DEFAULT_MEDIA" },
  });
  switch (content.kind) {
    case "video": {
      const { from, speed, itemId, sound } = content;
      const start = from * frameRate + skipped * speed;
      const warp = { effect_name: "LinearTimeWarp", time_scalar: speed };
      const effects = speed === 1 ? [] : [{ ...described("LinearTimeWarp.1", ""), ...warp }];
      return clip(start, referTo(film, itemId, frameRate), { sound }, effects);
    }
    case "picture":
      return clip(skipped, referTo(film, content.itemId, frameRate), { move: content.move });
    case "card": {
      const { text, tone } = content;
      const card = { available_range: null, available_image_bounds: null, generator_kind: "Text" };
      return clip(
        skipped,
        { ...described("GeneratorReference.1", "card"), ...card, parameters: { text, tone } },
        {},
      );
    }
    case "place":
      return clip(skipped, missing(), { text: content.text });
  }
}

/** The shots' own sounds, cut where the pictures are. */
function writeShotSounds(film: InterchangeFilm, cuts: readonly Cut[]): object[] {
  const { frameRate } = film.document;
  return cuts.map(({ shot, frames, skipped }) => {
    const { content, name } = shot;
    if (content.kind !== "video" || !content.sound.isOn) return gap(frames, frameRate);
    const { from, speed, itemId, sound } = content;
    const warp = { effect_name: "LinearTimeWarp", time_scalar: speed };
    return {
      ...described("Clip.2", name, { sound }),
      source_range: range(from * frameRate + skipped * speed, frames, frameRate),
      effects: speed === 1 ? [] : [{ ...described("LinearTimeWarp.1", ""), ...warp }],
      ...{
        markers: [],
        enabled: true,
        media_references: { DEFAULT_MEDIA: referTo(film, itemId, frameRate) },
      },
      active_media_reference_key: "DEFAULT_MEDIA",
    };
  });
}

/** A track holds no two pieces at the same time: those that overlap get tracks of their own. */
export function splitLanes(pieces: readonly SoundPiece[]): SoundPiece[][] {
  const lanes: SoundPiece[][] = [];
  for (const piece of pieces.toSorted((one, other) => one.atMs - other.atMs)) {
    const lane = lanes.find((each) => {
      const last = each.at(-1)!;
      return last.atMs + last.lengthMs <= piece.atMs;
    });
    if (lane) lane.push(piece);
    else lanes.push([piece]);
  }
  return lanes;
}

function writeSoundTrack(
  film: InterchangeFilm,
  track: SoundTrack,
  { lane, name }: { lane: readonly SoundPiece[]; name: string },
) {
  let end = 0;
  const children = lane.flatMap((piece) => {
    const { atMs, lengthMs, from, itemId, level, fadeInMs, fadeOutMs, points } = piece;
    const before = atMs - end;
    end = atMs + lengthMs;
    const clip = {
      ...described("Clip.2", film.files.get(itemId)?.name ?? "", {
        levelDb: level,
        fadeInMs,
        fadeOutMs,
        points,
      }),
      source_range: range(from * soundRate, lengthMs, soundRate),
      ...{ effects: [], markers: [], enabled: true },
      media_references: { DEFAULT_MEDIA: referTo(film, itemId, soundRate) },
      active_media_reference_key: "DEFAULT_MEDIA",
    };
    return before > 0 ? [gap(before, soundRate), clip] : [clip];
  });
  const { isMuted, level } = film.document.tracks[track];
  return writeTrack("Audio", name, { children, isMuted, level });
}

const gap = (length: number, rate: number) => ({
  ...described("Gap.1", ""),
  ...{ source_range: range(0, length, rate), effects: [], markers: [], enabled: true },
});

function referTo({ files }: InterchangeFilm, itemId: string, rate: number): object {
  const file = files.get(itemId);
  if (!file) return missing();
  const { durationSeconds } = file;
  return {
    ...described("ExternalReference.1", file.name, { itemId }),
    available_range: durationSeconds === null ? null : range(0, durationSeconds * rate, rate),
    available_image_bounds: null,
    target_url: file.path.split("/").map(encodeURIComponent).join("/"),
  };
}

const missing = () => ({
  ...described("MissingReference.1", ""),
  ...{ available_range: null, available_image_bounds: null },
});
