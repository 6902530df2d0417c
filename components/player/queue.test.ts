import { describe, expect, it } from "vitest";
import {
  clearUpcoming,
  currentOf,
  jumpInQueue,
  moveInQueue,
  queueLast,
  queueNext,
  removeFromQueue,
  startQueue,
  stepQueue,
  upcomingOf,
  updateInQueue,
  type Queue,
} from "./queue";
import { makeTrack } from "./testing/make-player";

const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => makeTrack(name)) as [
  ReturnType<typeof makeTrack>,
  ReturnType<typeof makeTrack>,
  ReturnType<typeof makeTrack>,
  ReturnType<typeof makeTrack>,
];
const names = ({ tracks, position }: Queue) =>
  tracks.map(({ title }, index) => (index === position ? title.toUpperCase() : title)).join("");

describe("a queue", () => {
  it("continues as the list that a track was played from", () => {
    const queue = startQueue(b, [a, b, c]);
    expect(names(queue)).toBe("aBc");
    expect(upcomingOf(queue)).toEqual([c]);
    expect(currentOf(queue)).toBe(b);
  });

  it("contains only the track if the list does not", () => {
    expect(names(startQueue(d, [a, b]))).toBe("D");
    expect(names(startQueue(d))).toBe("D");
  });

  it("contains each track once, in its latest version", () => {
    const newer = makeTrack("a", { durationSeconds: 12 });
    const queue = startQueue(newer, [a, b, a]);
    expect(names(queue)).toBe("Ab");
    expect(currentOf(queue)?.durationSeconds).toBe(12);
  });

  it("steps up to its ends", () => {
    const queue = startQueue(a, [a, b]);
    const next = stepQueue(queue, 1)!;
    expect(names(next)).toBe("aB");
    expect(stepQueue(next, 1)).toBeNull();
    expect(stepQueue(queue, -1)).toBeNull();
  });

  it("moves a track to the next or last place and keeps the current one", () => {
    const queue = startQueue(b, [a, b, c]);
    expect(names(queueNext(queue, d))).toBe("aBdc");
    expect(names(queueNext(queue, a))).toBe("Bac");
    expect(names(queueLast(queue, a))).toBe("Bca");
    expect(names(queueNext(queue, b))).toBe("aBc");
    expect(names(queueLast(queue, b))).toBe("aBc");
  });

  it("moves and removes only upcoming tracks", () => {
    const queue = startQueue(a, [a, b, c, d]);
    expect(names(moveInQueue(queue, "c:0", -1))).toBe("Acbd");
    expect(names(moveInQueue(queue, "b:0", -1))).toBe("Abcd");
    expect(names(moveInQueue(queue, "d:0", 1))).toBe("Abcd");
    expect(names(removeFromQueue(queue, "c:0"))).toBe("Abd");
    expect(removeFromQueue(queue, "a:0")).toBe(queue);
    expect(names(removeFromQueue(jumpInQueue(queue, "c:0"), "a:0"))).toBe("bCd");
  });

  it("clears only upcoming tracks", () => {
    expect(names(clearUpcoming(startQueue(b, [a, b, c, d])))).toBe("aB");
  });

  it("updates its tracks and ignores others", () => {
    const queue = startQueue(a, [a, b]);
    expect(updateInQueue(queue, makeTrack("b", { durationSeconds: 3 })).tracks[1]?.durationSeconds).toBe(3);
    expect(updateInQueue(queue, c)).toBe(queue);
  });
});
