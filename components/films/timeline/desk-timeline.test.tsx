import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { prerender } from "react-dom/static";
import { afterEach, expect, it, vi } from "vitest";
import { trimShot } from "@/lib/films/edit-shots";
import { makeFilm, type FilmDocument } from "@/lib/films/film-document";
import type { OpenFilm } from "@/lib/films/film-dto";
import { makeCaption, makePiece, makeShot, makeVideoShot } from "@/lib/films/testing/make-shots";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import { FilmDesk } from "../desk/film-desk";
import { DeskContext } from "../desk/use-desk";
import { DeskTimeline } from "./desk-timeline";
import { SoundMoments } from "./sounds/sound-moments";
import { TimelineView } from "./timeline-view";

const { common, timeline, places, desk: deskMessages } = await loadMessages("en");
const gulls = "10000000-0000-4000-8000-000000000001";
const lens = "10000000-0000-4000-8000-000000000002";
const gone = "10000000-0000-4000-8000-000000000003";

function open(changes: Partial<FilmDocument>, given: Partial<OpenFilm> = {}): FilmDesk {
  const at = "2026-11-26T10:00:00.000Z";
  return new FilmDesk({
    ...{ id: gone, title: "Harbour", role: "owner", owner: "Mo", project: null, aspect: "16:9", shots: 0 },
    ...{ durationMs: 0, cover: null, version: 1, createdAt: at, updatedAt: at, deletedAt: null },
    document: { ...makeFilm({ aspect: "16:9", frameRate: 24 }), ...changes },
    items: [
      { id: gulls, assetId: gulls, kind: "video", name: "Gulls", mimeType: "video/mp4", durationSeconds: 6 },
      { id: lens, assetId: lens, kind: "image", name: "The lens", mimeType: "image/png" },
    ],
    missing: [{ itemId: gone, why: "trash" }],
    ...given,
  });
}

/** What the server sends. */
async function render(desk: FilmDesk): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider
      locale="en"
      messages={{ common, timeline, places, desk: deskMessages }}
      formats={formats}
      timeZone="UTC"
    >
      <QueryClientProvider client={new QueryClient()}>
        <DeskContext value={desk}>
          <DeskTimeline />
        </DeskContext>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return new Response(prelude).text();
}

const labelsOf = (html: string) =>
  [...html.matchAll(/data-clip="[^"]*"[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
const picture = (itemId: string) => ({ kind: "picture", itemId, move: null }) as const;

it("names every clip with its number, length and start", async () => {
  const html = await render(
    open({
      shots: [
        makeVideoShot(gulls, { frames: 132 }),
        makeShot({ content: picture(lens), frames: 120 }),
        makeShot({ content: { kind: "card", text: "The end", tone: "dark" } }),
        makeShot({ name: "Storm", content: picture(gone) }),
      ],
      sounds: [makePiece({ itemId: gone, atMs: 1_200 })],
      captions: [makeCaption({ atMs: 2_000, text: "Nobody sleeps." })],
    }),
  );
  expect(labelsOf(html)).toEqual([
    "Shot 1, Gulls, 5.5 s, from 0:00.0",
    "Shot 2, The lens, still, 5 s, from 0:05.5",
    "Shot 3, The end, text card, 2 s, from 0:10.5",
    "Shot 4, Storm, missing, 2 s, from 0:12.5",
    "Untitled, missing, 1 s, from 0:01.2",
    "Nobody sleeps., 1 s, from 0:02.0",
  ]);
  expect(html).toContain("In the trash");
  expect(html).toContain("4 shots, 3 ready.");
});

it("lets Tab reach one clip of a track", async () => {
  const html = await render(open({ shots: [makeShot(), makeShot(), makeShot()] }));
  expect([...html.matchAll(/data-clip="[^"]*" tabindex="(-?\d)"/gi)].map(([, index]) => index)).toEqual([
    "0",
    "-1",
    "-1",
  ]);
});

it("draws shots that are too short for a clip as one block, and the one that Tab reaches", async () => {
  const desk = open({ shots: Array.from({ length: 2_000 }, () => makeShot({ frames: 400 })) });
  const html = await render(desk);
  expect(labelsOf(html)).toEqual(["Shot 1, Card, text card, 17 s, from 0:00.0"]);
  expect(html).toContain("2,000 shots");
});

it("changes nothing for those who only see the film", async () => {
  const html = await render(open({ shots: [makeShot()] }, { role: "view" }));
  const disabled = [...html.matchAll(/<button[^>]*disabled=""[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)].map(
    ([, words]) => words,
  );
  expect(disabled).toEqual(["Add a shot", "Split"]);
});

/** The timeline of a film in a browser's window, of which it needs the width. */
function attachView(desk: FilmDesk): { view: TimelineView; detach: () => void } {
  vi.useFakeTimers();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  const view = new TimelineView(desk, new SoundMoments(desk, new QueryClient()));
  const scroller = Object.assign(new EventTarget(), { clientWidth: 1_384, scrollLeft: 0 });
  return { view, detach: view.attach(scroller as unknown as HTMLElement) };
}

afterEach(() => vi.useRealTimers());

it("keeps its scale while a long film is trimmed by frames, and then fits", () => {
  const shot = makeShot({ frames: 96 });
  const desk = open({ shots: [shot, ...Array.from({ length: 199 }, () => makeShot({ frames: 96 }))] });
  const { view, detach } = attachView(desk);
  const scale = view.state.pxPerSecond;
  const trim = (frames: number) =>
    desk.edit((film) => trimShot(film, shot.id, { side: "end", frames, lengths: desk.lengths }));
  for (let frame = 0; frame < 60; frame += 1) {
    trim(-1);
    vi.advanceTimersByTime(300);
    expect(view.state.pxPerSecond).toBe(scale);
  }
  vi.advanceTimersByTime(600);
  expect(view.state.pxPerSecond).toBe(view.range.least);
  expect(view.state.pxPerSecond).toBeGreaterThan(scale);

  // What would leave the window is shown at once.
  trim(1_000);
  expect(view.state.pxPerSecond).toBe(view.range.least);

  trim(-60);
  detach();
  expect(vi.getTimerCount()).toBe(0);
});
