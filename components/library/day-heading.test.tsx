import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import { locales } from "@/lib/i18n/locales";
import { DayHeading } from "./day-heading";
import { addDays, createDayOf } from "./day-times";

const today = "2026-11-27";
const names = { en: ["Today", "Yesterday"], zh: ["今天", "昨天"] } as const;

it.each(locales)("writes days in %s as Intl does", async (locale) => {
  const { library, takes } = await loadMessages(locale);
  const dayFormats = { ...formats.dateTime, weekday: { weekday: "long" } } as const;
  const write = (day: string, format: keyof typeof dayFormats) =>
    new Intl.DateTimeFormat(locale, { ...dayFormats[format], timeZone: "UTC" }).format(new Date(day));
  const render = (day: string, now = today) =>
    renderToString(
      <NextIntlClientProvider locale={locale} messages={{ library, takes }} timeZone="UTC">
        <DayHeading
          day={day}
          count={2}
          dayOf={createDayOf("UTC")}
          action={null}
          renderedAtMs={Date.parse(now)}
        />
      </NextIntlClientProvider>,
    );

  expect(render(today)).toContain(names[locale][0]);
  expect(render(today)).toContain(write(today, "dayAndMonth"));
  expect(render(addDays(today, -1))).toContain(names[locale][1]);
  for (let daysAgo = 2; daysAgo < 7; daysAgo += 1) {
    expect(render(addDays(today, -daysAgo))).toContain(write(addDays(today, -daysAgo), "weekday"));
  }
  for (let month = 1; month <= 12; month += 1) {
    const day = `${String(month).padStart(2, "0")}-09`;
    expect(render(`2026-${day}`)).toContain(`>${write(`2026-${day}`, "dayAndMonth")}<`);
    expect(render(`2025-${day}`)).toContain(`>${write(`2025-${day}`, "date")}<`);
  }
  // The two weekdays that are today and yesterday above.
  for (const day of [today, addDays(today, -1)]) {
    expect(render(day, addDays(day, 2))).toContain(write(day, "weekday"));
  }
});
