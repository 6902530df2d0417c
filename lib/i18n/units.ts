import { useFormatter, useTranslations } from "next-intl";

const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in the unit a person reads it in: powers of 1000, as the unit's name says. */
export function scaleBytes(bytes: number): { value: number; unit: (typeof byteUnits)[number] } {
  let value = bytes;
  let step = 0;
  // 999.95 would be written as 1,000.0: it belongs to the next unit.
  while (value >= 999.95 && step < byteUnits.length - 1) {
    value /= 1000;
    step += 1;
  }
  return { value, unit: byteUnits[step] ?? "byte" };
}

/** A length as a clock shows it, without a language: 0:07, 2:51, 1:02:03. Parts of a second are dropped. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Numbers with their units in the person's language, for server and client components alike. */
export function useUnits() {
  const t = useTranslations("common.units");
  const format = useFormatter();
  return {
    /** 5.5 MB */
    bytes(bytes: number): string {
      const { value, unit } = scaleBytes(bytes);
      return format.number(value, {
        style: "unit",
        unit,
        unitDisplay: unit === "byte" ? "long" : "short",
        maximumFractionDigits: unit === "byte" || value >= 100 ? 0 : 1,
      });
    },
    /** 11 s, 2 min 5 s, 1 h 3 min: how long something took or will take. */
    duration(seconds: number): string {
      const whole = Math.max(0, Math.round(seconds));
      if (whole < 60) {
        const shown = seconds > 0 && seconds < 10 ? Math.round(seconds * 10) / 10 : whole;
        return t("seconds", { count: shown });
      }
      const minutes = Math.floor(whole / 60);
      if (minutes < 60) {
        return whole % 60 === 0
          ? t("minutes", { count: minutes })
          : t("minutesAndSeconds", { minutes, seconds: whole % 60 });
      }
      return t("hoursAndMinutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    },
    /** 1248 × 832 */
    dimensions(width: number, height: number): string {
      return t("dimensions", { width: String(width), height: String(height) });
    },
    /** 44.1 kHz, of samples a second. */
    sampleRate(hertz: number): string {
      return t("kilohertz", { value: hertz / 1000 });
    },
    /** 256 kbit/s, of bits a second. */
    bitrate(bitsPerSecond: number): string {
      return t("kilobits", { value: bitsPerSecond / 1000 });
    },
    /** 12,408 */
    count(value: number): string {
      return format.number(value, "plain");
    },
  };
}
