import { describe, expect, it } from "vitest";
import { filmDocumentSchema, makeFilm, maxShots, type Shot } from "../film-document";
import { makeShot } from "../testing/make-shots";
import { captionShots, countSurplus, makeStoryboard, readScript, turnIntoVideos } from "./read-script";

const read = (script: string, textMaxLength = 1_500) => readScript(script, { textMaxLength });
const texts = (script: string) => read(script).map(({ text }) => text);
let last = 0;
const newId = () => `00000000-0000-4000-a000-${String((last += 1)).padStart(12, "0")}`;

describe("a script", () => {
  it("has a shot for each line, without empty ones", () => {
    expect(texts("A quay at night.\n\n  \r\nA ferry leaves.\u2028Gulls on a wall.\n")).toEqual([
      "A quay at night.",
      "A ferry leaves.",
      "Gulls on a wall.",
    ]);
    expect(texts("")).toEqual([]);
    expect(texts(" \n---\n***\n")).toEqual([]);
  });

  it.each([
    ["1. A quay", "A quay"],
    ["12) A quay", "A quay"],
    ["(3) A quay", "A quay"],
    ["[4] A quay", "A quay"],
    ["Shot 5: A quay", "A quay"],
    ["SCENE 6 - A quay", "A quay"],
    ["镜头 7：码头", "码头"],
    ["第8镜 码头", "码头"],
    ["3、码头", "码头"],
    ["- A quay", "A quay"],
    ["• A quay", "A quay"],
    // None of these is a number before a line.
    ["1999 was a good year", "1999 was a good year"],
    ["3 gulls on a wall", "3 gulls on a wall"],
    ["[左移] A quay", "[左移] A quay"],
    ["-10 degrees outside", "-10 degrees outside"],
    ["2.5 metres of snow", "2.5 metres of snow"],
    ["7.", "7."],
  ])("takes %j as %j", (line, text) => {
    expect(texts(line)).toEqual([text]);
  });

  it("names shots by their first words, without camera instructions", () => {
    const names = read(
      "[左移] The gulls lift off from the harbour wall at dusk, all at once.\n码头的灯一盏盏亮起，渡船离开。\n[推进]",
    ).map(({ name }) => name);
    expect(names).toEqual(["The gulls lift off from the", "码头的灯一盏盏亮起", "[推进]"]);
    expect([...read("x".repeat(500))[0]!.name]).toHaveLength(60);
  });

  it("lets a shot stay as long as its words suggest", () => {
    expect(read(`Fog.\n${"a".repeat(96)}\n${"a".repeat(900)}`).map(({ seconds }) => seconds)).toEqual([
      3, 6, 10,
    ]);
  });

  it("says which lines are too long, by characters as a person counts them", () => {
    expect(read("🌊🌊🌊🌊🌊a\n🌊🌊🌊🌊🌊", 5).map(({ isTooLong }) => isTooLong)).toEqual([true, false]);
  });

  it("keeps nothing that can’t be stored", () => {
    expect(texts("A\u0000quay \uD800")).toEqual(["A quay"]);
  });

  it("has as many shots as the film has room for", () => {
    const film = { shots: Array.from({ length: maxShots - 1 }, () => makeShot()) };
    expect(countSurplus(film, read("one\ntwo\nthree"))).toBe(2);
    expect(countSurplus(film, read("one"))).toBe(0);
  });
});

describe("a storyboard", () => {
  const film = makeFilm({ aspect: "16:9", frameRate: 25 });
  const make = (firstFrame: "required" | "none", shotsBefore = 0) =>
    makeStoryboard(read("A quay.\nA ferry."), {
      ...{ generator: "drawing", firstFrame, shotsBefore, frameRate: 25, newId },
    });

  it("is a valid film of shots to create", () => {
    const shots = make("none");
    expect(shots.map(({ name, frames }) => [name, frames])).toEqual([
      ["A quay", 75],
      ["A ferry", 75],
    ]);
    expect(shots[0]?.content).toMatchObject({
      kind: "place",
      generator: "drawing",
      firstFrame: { of: "none" },
    });
    expect(filmDocumentSchema.safeParse({ ...film, shots }).success).toBe(true);
    const framesOf = (shotsBefore: number) =>
      make("required", shotsBefore).map(({ content }) => content.kind === "place" && content.firstFrame.of);
    expect(framesOf(0)).toEqual(["none", "shot-before"]);
    expect(framesOf(2)).toEqual(["shot-before", "shot-before"]);
  });

  it("becomes videos that begin with its pictures", () => {
    const [first, second] = make("none");
    const itemId = newId();
    const generationId = newId();
    const picture = (shot: Shot): Shot => ({
      ...shot,
      content: { kind: "picture", itemId, move: null },
      ...(shot.content.kind === "place" ? { origin: { ...shot.content, generationId } } : {}),
    });
    const drawn = { ...film, shots: [picture(first!), second!, makeShot()] };
    const ids = new Set(drawn.shots.map(({ id }) => id));
    const turned = turnIntoVideos(drawn, ids, "moving");
    expect(turned.shots[0]).toMatchObject({
      id: first!.id,
      frames: 75,
      content: {
        kind: "place",
        generator: "moving",
        text: "A quay.",
        firstFrame: { of: "item", itemId },
        after: generationId,
      },
    });
    expect(turned.shots.slice(1)).toEqual(drawn.shots.slice(1));
    expect(filmDocumentSchema.safeParse(turned).success).toBe(true);
    expect(turnIntoVideos(turned, ids, "moving")).toBe(turned);
  });
});

describe("captions of a storyboard", () => {
  it("are as long as their shots, and say nothing of the camera", () => {
    const film = makeFilm({ aspect: "16:9", frameRate: 24 });
    const added = makeStoryboard(read("[推进] A quay at night.\n[左移]\nGulls on a wall."), {
      ...{ generator: "image", firstFrame: "none", shotsBefore: 1, frameRate: 24, newId },
    });
    const shots = [makeShot({ frames: 48 }), ...added];
    const captions = captionShots({ ...film, shots }, new Set(added.map(({ id }) => id)), newId);
    expect(captions).toMatchObject([
      { atMs: 2_000, lengthMs: 3_000, text: "A quay at night." },
      { atMs: 8_000, lengthMs: 3_000, text: "Gulls on a wall." },
    ]);
    expect(filmDocumentSchema.safeParse({ ...film, shots, captions }).success).toBe(true);
  });
});
