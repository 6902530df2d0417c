import { describe, expect, it } from "vitest";
import { makeFilm } from "../film-document";
import { makePiece, makeShot, makeVideoShot } from "../testing/make-shots";
import { planCuts } from "./plan-cuts";
import { writeEdl } from "./write-edl";
import { type InterchangeFilm, writeOtio } from "./write-otio";

const ids = ["a", "b", "voice"].map((_, at) => `00000000-0000-4000-8000-00000000000${at}`);
const [a, b, voice] = ids as [string, string, string];
const fade = { kind: "fade", frames: 7 } as const;

const film: InterchangeFilm = {
  title: "Harbour\nlights",
  document: {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: [
      makeVideoShot(a, { frames: 48, from: 1, name: "Quay" }),
      makeVideoShot(b, { frames: 48, speed: 1.5, transition: fade }),
      makeShot({ frames: 24, transition: { kind: "dip", frames: 4 } }),
      makeVideoShot(b, { frames: 24, transition: { kind: "wipe", frames: 6 } }),
    ],
    sounds: [
      makePiece({ itemId: voice, atMs: 500, lengthMs: 2_000, from: 0.25 }),
      makePiece({ itemId: voice, atMs: 2_000, lengthMs: 1_000 }),
      makePiece({ itemId: voice, atMs: 3_000, lengthMs: 1_000 }),
    ],
  },
  files: new Map([
    [a, { path: "media/01-quay 1.mp4", name: "Quay", durationSeconds: 6 }],
    [voice, { path: "media/02-voice.mp3", name: "Voice", durationSeconds: 4 }],
  ]),
};

it("cuts shots that overlap in the middle of their transition, so that the film is as long as before", () => {
  const cuts = planCuts(film.document);
  expect(cuts.map(({ start, frames, skipped }) => [start, frames, skipped])).toEqual([
    [0, 44, 0],
    [44, 45, 3],
    [89, 21, 0],
    [110, 21, 3],
  ]);
  expect(cuts.map(({ transition }) => transition)).toEqual([
    null,
    { kind: "fade", before: 3, after: 4 },
    { kind: "dip", before: 2, after: 2 },
    { kind: "wipe", before: 3, after: 3 },
  ]);
});

describe("OpenTimelineIO", () => {
  type Node = Record<string, unknown> & { OTIO_SCHEMA: string };
  const timeline = JSON.parse(writeOtio(film)) as Node & {
    tracks: { children: (Node & { children: Node[] })[] };
  };

  /** The fields that the schemas of OpenTimelineIO write. */
  const fields: Record<string, string[]> = {
    "Timeline.1": ["metadata", "name", "global_start_time", "tracks"],
    "Stack.1": ["metadata", "name", "source_range", "effects", "markers", "enabled", "children"],
    "Track.1": ["metadata", "name", "source_range", "effects", "markers", "enabled", "children", "kind"],
    "Clip.2": [
      ...["metadata", "name", "source_range", "effects", "markers", "enabled"],
      ...["media_references", "active_media_reference_key"],
    ],
    "Gap.1": ["metadata", "name", "source_range", "effects", "markers", "enabled"],
    "Transition.1": ["metadata", "name", "in_offset", "out_offset", "transition_type"],
    "ExternalReference.1": ["metadata", "name", "available_range", "available_image_bounds", "target_url"],
    "MissingReference.1": ["metadata", "name", "available_range", "available_image_bounds"],
    "GeneratorReference.1": [
      ...["metadata", "name", "available_range", "available_image_bounds", "generator_kind", "parameters"],
    ],
    "LinearTimeWarp.1": ["metadata", "name", "effect_name", "time_scalar"],
    "TimeRange.1": ["start_time", "duration"],
    "RationalTime.1": ["rate", "value"],
  };

  function listNodes(value: unknown): Node[] {
    if (typeof value !== "object" || value === null) return [];
    const inside = Object.entries(value).flatMap(([name, each]) =>
      name === "metadata" ? [] : listNodes(each),
    );
    return "OTIO_SCHEMA" in value ? [value as Node, ...inside] : inside;
  }

  it("has the fields of its schemas, each of them", () => {
    const nodes = listNodes(timeline);
    expect(new Set(nodes.map(({ OTIO_SCHEMA }) => OTIO_SCHEMA))).toEqual(new Set(Object.keys(fields)));
    for (const { OTIO_SCHEMA, ...rest } of nodes) {
      expect([OTIO_SCHEMA, Object.keys(rest).toSorted()]).toEqual([
        OTIO_SCHEMA,
        fields[OTIO_SCHEMA]!.toSorted(),
      ]);
    }
  });

  it("has tracks of equal length for pictures and their sounds, and lanes for sounds that overlap", () => {
    const lengths = timeline.tracks.children.map(({ children }) =>
      children
        .filter(({ OTIO_SCHEMA }) => OTIO_SCHEMA !== "Transition.1")
        .map(({ source_range }) => (source_range as { duration: { value: number } }).duration.value),
    );
    expect(lengths).toEqual([
      [44, 45, 21, 21],
      [44, 45, 21, 21],
      [500, 2_000, 500, 1_000],
      [2_000, 1_000],
    ]);
    const first = timeline.tracks.children[0]!.children;
    expect(first[0]).toMatchObject({
      source_range: { start_time: { value: 24, rate: 24 } },
      media_references: { DEFAULT_MEDIA: { target_url: "media/01-quay%201.mp4" } },
    });
    // Of the part that the transition covers, at one and a half times the speed.
    expect(first[2]).toMatchObject({
      source_range: { start_time: { value: 4.5 } },
      effects: [{ time_scalar: 1.5 }],
    });
  });
});

it("writes an edit decision list", () => {
  expect(writeEdl(film).split("\r\n")).toEqual([
    "TITLE: Harbour lights",
    "FCM: NON-DROP FRAME",
    "",
    "001  AX       V     C        00:00:01:00 00:00:02:17 00:00:00:00 00:00:01:17",
    "* FROM CLIP NAME: 01-quay 1.mp4",
    "* COMMENT: Quay",
    "002  AX       V     C        00:00:02:17 00:00:02:17 00:00:01:17 00:00:01:17",
    "002  AX       V     D 007    00:00:00:00 00:00:03:00 00:00:01:17 00:00:03:17",
    "M2   AX       036.0    00:00:00:00",
    "003  BL       V     C        00:00:00:00 00:00:00:18 00:00:03:17 00:00:04:11",
    "* CARD: Card",
    "* DIP TO BLACK: 004 FRAMES",
    "004  BL       V     C        00:00:00:18 00:00:00:18 00:00:04:11 00:00:04:11",
    "004  AX       V     W001 006 00:00:00:00 00:00:01:00 00:00:04:11 00:00:05:11",
    "005  AX       A     C        00:00:00:06 00:00:02:06 00:00:00:12 00:00:02:12",
    "* FROM CLIP NAME: 02-voice.mp3",
    "006  AX       A     C        00:00:00:00 00:00:01:00 00:00:02:00 00:00:03:00",
    "* FROM CLIP NAME: 02-voice.mp3",
    "007  AX       A     C        00:00:00:00 00:00:01:00 00:00:03:00 00:00:04:00",
    "* FROM CLIP NAME: 02-voice.mp3",
    "",
  ]);
});
