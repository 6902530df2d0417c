import { expect, it } from "vitest";
import { placesInLine } from "./place-in-line";
import { makeGeneration } from "./testing/make-generation";

const queued = (order: number, generator = "image") =>
  makeGeneration({ id: `0190000${order}-0000-7000-8000-000000000000`, generator, state: "queued" });

it("numbers each line by age, newest first or not, and counts only what waits", () => {
  const running = makeGeneration({ id: "01900000-0000-7000-8000-000000000000" });
  const places = placesInLine([queued(4), queued(3, "music"), queued(2), running]);
  expect(places).toEqual(
    new Map([
      [queued(2).id, 1],
      [queued(3).id, 1],
      [queued(4).id, 2],
    ]),
  );
});

it("counts the models of a generator together, as the limit of their endpoint does, and services apart", () => {
  const live = { ...queued(3), model: "image-01-live" };
  const elsewhere = { ...queued(4), profileId: "custom" };
  const places = placesInLine([queued(2), live, elsewhere]);
  expect([...places.values()]).toEqual([1, 2, 1]);
});

it("counts the models of music apart, since each has a limit of its own", () => {
  const free = (order: number) => ({ ...queued(order, "music"), model: "music-3.0-free" });
  const paid = { ...queued(3, "music"), model: "music-3.0" };
  expect([...placesInLine([free(2), paid, free(4)]).values()]).toEqual([1, 1, 2]);
});
