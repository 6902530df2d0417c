import type { useFormatter } from "next-intl";
import { writePlainNumber } from "./plain-numbers";

const symbols = { kilobyte: "kB", megabyte: "MB", gigabyte: "GB", terabyte: "TB" } as const;
const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in its most readable unit, in powers of 1000. */
export function scaleBytes(bytes: number): { value: number; unit: (typeof byteUnits)[number] } {
  let value = bytes;
  let step = 0;
  // 999.95 would be shown as 1,000.0, so it belongs to the next unit.
  while (value >= 999.95 && step < byteUnits.length - 1) {
    value /= 1000;
    step += 1;
  }
  return { value, unit: byteUnits[step] ?? "byte" };
}

/** Writes a size: 5.5 MB. Apart from `units.ts`, so that forms without other units do not load those. */
export function formatBytes(format: ReturnType<typeof useFormatter>, bytes: number): string {
  const { value, unit } = scaleBytes(bytes);
  if (unit !== "byte") {
    // Without Intl, like all plain numbers: these symbols are the same in every language of the studio.
    const rounded = Number(value.toFixed(value >= 100 ? 0 : 1));
    return `${writePlainNumber(rounded) ?? rounded} ${symbols[unit]}`;
  }
  const text = format.number(value, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 });
  // Chinese has no space there, unlike between all other digits and words.
  return text.replace(/(\d)(?=\p{Script=Han})/u, "$1 ");
}
