import type { UsageDto } from "@/lib/costs/usage-dto";
import { inTurns, timeIt } from "../report/rounds";
import { median, quantile } from "../report/statistics";
import { atMost, type BenchContext, type Measure } from "../report/table";
import { launchChromium, requireChromium, signIn } from "../studio/browser";
import { withStudio } from "../studio/running-studio";
import { measureEstimate } from "./measure-estimate";
import { seedMonth } from "./seed-month";

const requests = 100_000;
const warmUp = 20;
const rounds = 100;
const downloads = 3;
const days = { sandbox: "false", timeZone: "Europe/Vienna" };
const month = new URLSearchParams({ from: "2026-10-01", until: "2026-10-31", ...days });
/** A month in which nothing was sent. */
const empty = new URLSearchParams({ from: "2025-10-01", until: "2025-10-31", ...days });

/** How soon the figures of a month of 100,000 requests are there, on the page and over REST, and its CSV. */
export async function measureUsage(context: BenchContext): Promise<Measure[]> {
  const browserPath = requireChromium();
  return withStudio(context, { sandbox: {} }, async ({ studio, api }) => {
    context.log(`usage: seeding a month of ${requests} requests`);
    await seedMonth(studio, requests);
    const browser = await launchChromium(browserPath);
    try {
      const session = await signIn(browser, studio);
      const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const page = (query: URLSearchParams, text: string) => () =>
        timePage(`${studio.address}/settings/usage?${query}`, { cookie, text });
      const readFigures = async () => {
        const { total } = await api.request<UsageDto>("GET", `/api/v1/usage?${month}`);
        if (total.requests !== requests) throw new Error(`There are ${total.requests} requests.`);
      };
      context.log(`usage: the page and the figures, ${rounds} times each, in turns with what reads none`);
      const times = await inTurns(
        { rounds, warmUp },
        {
          bareRoute: async () => (await timeIt(() => api.request("GET", "/api/v1/prices"))).ms,
          figures: async () => (await timeIt(readFigures)).ms,
          emptyPage: page(empty, "Nothing was sent in this period."),
          page: page(month, "100,000 requests"),
        },
      );
      context.log(`usage: the CSV, ${downloads} times`);
      const csv = [];
      for (let round = 0; round < downloads; round += 1)
        csv.push(await timeCsv(() => api.open(`/api/v1/usage.csv?${month}`)));
      context.log("usage: estimates while typing");
      const estimates = await measureEstimate(browser, { api, address: studio.address, session });
      const p95 = (timesMs: readonly number[]) => quantile(timesMs, 0.95);
      return [
        {
          name: "usage: figures of 100,000 requests on the page, p95",
          unit: "ms",
          floor: p95(times.emptyPage),
          figure: p95(times.page),
          aim: atMost(100),
        },
        {
          name: "usage: the same over REST, p95",
          unit: "ms",
          floor: p95(times.bareRoute),
          figure: p95(times.figures),
          aim: atMost(100),
        },
        {
          name: "usage: CSV of 100,000 requests, first line, median",
          unit: "ms",
          figure: median(csv.map(({ firstMs }) => firstMs)),
        },
        {
          name: "usage: CSV of 100,000 requests, whole, median",
          unit: "s",
          figure: median(csv.map(({ allMs }) => allMs)) / 1_000,
        },
        ...estimates,
      ];
    } finally {
      await browser.close();
    }
  });
}

/** Until this text has arrived, which the page has once. Reads the rest, too. */
async function timePage(
  address: string,
  { cookie, text }: { cookie: string; text: string },
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(address, { headers: { cookie, "accept-language": "en-GB" } });
  let ms: number | null = null;
  let read = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    read += piece;
    if (ms === null && read.includes(text)) ms = performance.now() - startedAt;
  }
  if (ms === null) throw new Error(`The page has no “${text}”: HTTP ${response.status}.`);
  return ms;
}

async function timeCsv(open: () => Promise<Response>): Promise<{ firstMs: number; allMs: number }> {
  const startedAt = performance.now();
  const response = await open();
  let firstMs: number | null = null;
  let lines = 0;
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    // A piece may end between the two signs of a line's end.
    lines += piece.split("\n").length - 1;
    // The first is the heading.
    if (lines > 1) firstMs ??= performance.now() - startedAt;
  }
  if (lines !== requests + 1) throw new Error(`The CSV has ${lines} lines.`);
  return { firstMs: firstMs!, allMs: performance.now() - startedAt };
}
