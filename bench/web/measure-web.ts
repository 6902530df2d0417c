import path from "node:path";
import { isTerminal } from "@/lib/generations/record/states";
import { inTurns } from "../report/rounds";
import { median } from "../report/statistics";
import { atLeast, atMost, type BenchContext, type Measure } from "../report/table";
import { launchChromium, requireChromium, signIn } from "../studio/browser";
import { startStudio } from "../studio/running-studio";
import { StudioApi } from "../studio/studio-api";
import { installLighthouse, runLighthouse } from "./lighthouse";
import { loadPage } from "./load-page";

const pages = ["/create/image", "/library"] as const;
const rounds = 3;
const pictures = 6;
const mobileTargets = { performance: 95, accessibility: 100 };

/**
 * What a browser receives: JavaScript on the wire, largest contentful paint and Lighthouse's scores; signed in,
 * with images.
 */
export async function measureWeb({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const browserPath = requireChromium();
  const program = await installLighthouse(root, log);
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), log });
  const browser = await launchChromium(browserPath);
  try {
    await makePictures(new StudioApi(studio));
    const session = await signIn(browser, studio);
    const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const measures: Measure[] = [];
    for (const page of pages) {
      log(`web: ${page}, ${rounds} loads and ${rounds} runs of Lighthouse`);
      const url = `${studio.address}${page}`;
      const { loads, scores } = await inTurns(
        { rounds },
        {
          loads: () => loadPage(browser, url, session),
          scores: () => runLighthouse({ program, browser: browserPath, url, cookie, workDir }),
        },
      );
      measures.push(...describePage(page, loads, scores));
    }
    return measures;
  } finally {
    await browser.close();
    await studio.stop();
  }
}

function describePage(
  page: string,
  loads: Awaited<ReturnType<typeof loadPage>>[],
  scores: Awaited<ReturnType<typeof runLighthouse>>[],
): Measure[] {
  const scriptBytes = median(loads.map((load) => load.scriptBytes));
  const paintMs = median(loads.map((load) => load.largestContentfulPaintMs));
  const mobilePaintMs = median(scores.map((score) => score.largestContentfulPaintMs));
  const points = (name: keyof typeof mobileTargets): Measure => ({
    name: `web: ${page}, Lighthouse mobile ${name}`,
    unit: "points",
    figure: median(scores.map((score) => score[name])),
    aim: atLeast(mobileTargets[name]),
  });
  return [
    {
      name: `web: ${page}, JavaScript on the wire`,
      unit: "KiB",
      figure: scriptBytes / 1024,
      aim: atMost(200),
    },
    { name: `web: ${page}, largest contentful paint`, unit: "ms", figure: paintMs },
    {
      name: `web: ${page}, largest contentful paint, mobile`,
      unit: "s",
      figure: mobilePaintMs / 1_000,
    },
    points("performance"),
    points("accessibility"),
  ];
}

/** Creates images, so that both pages have content. */
async function makePictures(api: StudioApi): Promise<void> {
  const { id } = await api.create("image", {
    model: "image-01",
    prompt: "A lighthouse at dusk, waves against the rocks",
    aspect_ratio: "16:9",
    n: pictures,
  });
  const ended = Promise.withResolvers<void>();
  const stream = await api.listen((generation) => {
    if (generation.id === id && isTerminal(generation.state)) ended.resolve();
  });
  const { state } = await api.get(id);
  if (!isTerminal(state)) await ended.promise;
  stream.close();
}
