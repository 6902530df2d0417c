import { itemKinds, itemShapes, itemSorts, type ItemKind, type ItemShape, type ItemSort } from "./item-names";

/** What a list shows; the same names as the query of GET /api/v1/items. */
export interface ItemList {
  /** Words that only the server can look for. */
  q?: string;
  kind?: ItemKind;
  generator?: string;
  model?: string;
  voice?: string;
  /** ID of a project. */
  project?: string;
  tag?: string;
  /** At least so many stars. */
  rating?: number;
  favourite?: "true";
  shape?: ItemShape;
  minSeconds?: number;
  maxSeconds?: number;
  minBytes?: number;
  maxBytes?: number;
  sandbox?: "true" | "false";
  /** ISO times. */
  from?: string;
  until?: string;
  trash?: "true";
  sort?: ItemSort;
}

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);
const numberUpTo = (most: number) => (text: string) =>
  /^\d{1,14}$/.test(text) && Number(text) > 0 && Number(text) <= most ? Number(text) : undefined;
/** An ISO time of an address. */
export const readListTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
const yes = oneOf(["true"]);

/** How the library's address is read, filter by filter; invalid values are undefined. They are written in this order. */
export const listReaders: {
  readonly [Name in keyof ItemList]-?: (text: string) => ItemList[Name] | undefined;
} = {
  q: (text) => text.replaceAll("\0", "").slice(0, 200).toWellFormed(),
  generator: matching(/^[a-z0-9-]{1,64}$/),
  kind: oneOf(itemKinds),
  model: matching(/^[\w.-]{1,100}$/),
  voice: matching(/^[^,\0]{1,256}$/u),
  project: matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  tag: matching(/^[^,\0]{1,40}$/u),
  rating: numberUpTo(5),
  favourite: yes,
  shape: oneOf(itemShapes),
  minSeconds: numberUpTo(1e6),
  maxSeconds: numberUpTo(1e6),
  minBytes: numberUpTo(1e13),
  maxBytes: numberUpTo(1e13),
  sandbox: oneOf(["true", "false"]),
  from: readListTime,
  until: readListTime,
  trash: yes,
  sort: oneOf(itemSorts),
};
