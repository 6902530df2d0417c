import { expect, it } from "vitest";
import { readRememberedLayout } from "./item-layout";

it.each([
  ["list", "list"],
  ["grid", "grid"],
  [undefined, "grid"],
  ["", "grid"],
  ["toString", "grid"],
])("reads the layout of %j as %s", (value, layout) => {
  expect(readRememberedLayout({ get: () => (value === undefined ? undefined : { value }) })).toBe(layout);
});
