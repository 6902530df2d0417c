import { expect, it } from "vitest";
import { makeFilm, type Shot } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import { makeVideoShot } from "@/lib/films/testing/make-shots";
import { FilmDesk } from "../desk/film-desk";
import { replaceTake } from "./replace-take";

const uuid = (last: number) => `10000000-0000-4000-8000-00000000000${last}`;
const video = (last: number, name: string, durationSeconds: number): FilmItem => ({
  ...{ id: uuid(last), assetId: uuid(last), kind: "video", mimeType: "video/mp4" },
  ...{ name, durationSeconds },
});
const still: FilmItem = {
  ...{ id: uuid(4), assetId: uuid(4), kind: "image", mimeType: "image/png", name: "The lens" },
};

/** Replaces the take of a shot that shows two seconds of a video from its third second on, at half its speed. */
function replace(item: FilmItem, changes: Partial<Shot> = {}) {
  const sound = { level: -6, isOn: false, fadeInMs: 100, fadeOutMs: 0 };
  const shot = makeVideoShot(uuid(1), { from: 2, speed: 0.5, frames: 48, name: "Gulls", ...changes });
  const content = shot.content.kind === "video" ? { ...shot.content, sound } : shot.content;
  const before = { ...shot, content };
  const at = "2026-11-26T10:00:00.000Z";
  const desk = new FilmDesk({
    ...{ id: uuid(9), title: "Harbour", role: "owner", owner: "Mo", project: null, aspect: "16:9", shots: 1 },
    ...{ durationMs: 0, cover: null, version: 1, createdAt: at, updatedAt: at, deletedAt: null },
    document: { ...makeFilm({ aspect: "16:9", frameRate: 24 }), shots: [before] },
    ...{ items: [video(1, "Gulls", 6)], missing: [] },
  });
  replaceTake(desk, before, item);
  return desk;
}

it("keeps the part, speed, sound and length of a shot, and names it after its new take", () => {
  const desk = replace(video(2, "Storm", 5));
  expect(desk.read().document.shots).toMatchObject([
    {
      name: "Storm",
      frames: 48,
      content: {
        ...{ kind: "video", itemId: uuid(2), from: 2, speed: 0.5 },
        sound: { level: -6, isOn: false, fadeInMs: 100 },
      },
    },
  ]);
  desk.undo();
  expect(desk.read().document.shots).toMatchObject([{ name: "Gulls", content: { itemId: uuid(1) } }]);
});

it("keeps a name that somebody gave", () => {
  expect(replace(video(2, "Storm", 5), { name: "The quay" }).read().document.shots[0]?.name).toBe("The quay");
});

it("begins at the beginning of a take that ends before the part", () => {
  const [shot] = replace(video(2, "Storm", 1.5)).read().document.shots;
  expect(shot).toMatchObject({ content: { from: 0, speed: 0.5 } });
  expect(shot!.frames).toBeLessThanOrEqual(72);
});

it("shows an image for as long", () => {
  expect(replace(still).read().document.shots).toMatchObject([
    { name: "The lens", frames: 48, content: { kind: "picture", itemId: uuid(4), move: null } },
  ]);
});
