import { prepareProgram } from "../report/run-program";
import { quantile } from "../report/statistics";
import { atMost, ratioAtMost, type BenchContext, type Measure } from "../report/table";

export interface LibraryTimes {
  /** Milliseconds by group of readings and number of items. */
  times: Record<string, Record<string, number[]>>;
  /** A page of 40 items as JSON. */
  pageBytes: number;
  /** Of the largest library. */
  tableBytes: number;
  searchBytes: number;
}

const [few, many, most] = [1_000, 100_000, 1_000_000] as const;
const readable = new Intl.NumberFormat("en");

/**
 * Lists, filters, searches and counts in libraries of different sizes, as the routes read them, without HTTP: the
 * p95 of each group, and its ratio to that of 1,000 items.
 */
export async function measureLibrary({ root, log }: BenchContext): Promise<Measure[]> {
  const run = await prepareProgram<LibraryTimes>(root, "library/read-library.program.ts");
  log(
    `library: seeding ${[few, many, most].map((count) => readable.format(count)).join(", ")} items takes minutes`,
  );
  const { times, pageBytes, tableBytes, searchBytes } = await run(few, many, most);
  const rows = Object.entries(times).flatMap(([group, byCount]) =>
    [many, most].map((count): Measure => {
      const isGoal = count === most && !/trigrams|rating/.test(group);
      return {
        name: `library: ${group}, ${readable.format(count)} items, p95`,
        unit: "ms",
        floor: quantile(byCount[few]!, 0.95),
        figure: quantile(byCount[count]!, 0.95),
        ...(isGoal ? { aim: ratioAtMost(1.5) } : {}),
      };
    }),
  );
  return [
    ...rows,
    { name: "library: JSON of a page of 40 items", unit: "KiB", figure: pageBytes / 1024, aim: atMost(29.3) },
    { name: "library: table of 1,000,000 items", unit: "MB", figure: tableBytes / 1e6 },
    { name: "library: its search index", unit: "MB", figure: searchBytes / 1e6 },
  ];
}
