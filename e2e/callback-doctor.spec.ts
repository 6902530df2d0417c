import type { Page } from "@playwright/test";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectAccessible } from "./fixtures/accessible";
import { acceptInvitation, invite, newPerson } from "./fixtures/accounts";
import { expectRightEdge } from "./fixtures/page-layout";
import { createPicture } from "./fixtures/pictures";
import { expect, nobody, test, type Studio } from "./fixtures/test";

test.beforeEach(async ({ sandbox }) => {
  await sandbox.change({ taskDurationMs: 300, videoFramesPerSecond: 1 });
});

/** Creates a video over REST and waits for its end. */
async function film({ api }: Studio, prompt: string): Promise<GenerationDto> {
  const { assetId } = await api.upload("frame.png", await createPicture(640, 400));
  const { id } = await api.createGeneration("video", {
    model: "Vendor-Video-02",
    resolution: "512P",
    duration: 6,
    prompt,
    first_frame_image: { assetId },
  });
  return api.waitForEnd(id, 60_000);
}

async function openDoctor(page: Page) {
  await page.goto("/settings/callbacks");
  await expect(page.getByRole("heading", { level: 2, name: "Callbacks" })).toBeVisible();
  return {
    check: page.getByRole("button", { name: "Check now" }),
    events: page.getByRole("list", { name: "Recent callbacks" }).getByRole("listitem"),
    outcome: page.getByRole("main").getByRole("alert"),
  };
}

test("the owner checks the callback address, sees what arrived and replays it", async ({
  page,
  studio,
  sandbox,
  guard,
}) => {
  test.slow();
  const doctor = await openDoctor(page);
  await test.step("the check reaches the studio", async () => {
    await expect(page.getByText("The service can report to this studio.")).toBeVisible();
    await expect(page.getByText(`${studio.process.address}/api/callbacks/video/…`)).toBeVisible();
    await expectRightEdge(page);
    await doctor.check.click();
    await expect(doctor.outcome).toContainText("This address reaches the studio.");
    await expect(doctor.outcome).toContainText(/Took \S+ (ms|s)\./);
    await expect(doctor.events.first()).toContainText("Self-check answered");
  });

  const made = await test.step("callbacks are listed without a reload", async () => {
    const video = await film(studio, "A ship leaves the harbour in the first light of a very long day");
    expect(video.state).toBe("succeeded");
    const done = doctor.events.filter({ hasText: "Update: done" }).first();
    await expect(done).toContainText("first light of a very long day: in the library");
    await expect(done).toContainText(`file ${String(video.facts!.file_id)}`);
    await expect(doctor.events.filter({ hasText: "Challenge answered" }).first()).toBeVisible();
    return video;
  });

  await test.step("a replay of an ended video changes nothing", async () => {
    await doctor.events
      .filter({ hasText: "Update: done" })
      .getByRole("button", { name: /^Replay/ })
      .first()
      .click();
    await expect(doctor.outcome.last()).toContainText(
      "This video already has its final status: in the library",
    );
    await expect(page.getByRole("link", { name: "Open video" })).toBeVisible();
    expect((await sandbox.readBill()).filter(({ billed }) => billed)).toHaveLength(1);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectAccessible(page);
  });

  await test.step("a page that cannot be refreshed says so and catches up", async () => {
    guard.allow(/api\/v1\/callbacks/, /status 503/);
    await page.route("**/api/v1/callbacks", (route) => route.fulfill({ status: 503, body: "away" }));
    const notice = page.getByText("Couldn’t refresh this page.");
    await expect(notice).toBeVisible({ timeout: 30_000 });
    await page.unroute("**/api/v1/callbacks");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step("a replayed video opens", async () => {
    await page.getByRole("link", { name: "Open video" }).click();
    await page.waitForURL(`**/library/${made.id}`);
  });
});

test("replaying an update checks the video at the service and reports its status", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  // The file is missing when the callback reports the end, and nothing else brings it.
  await studio.api.connect({ profileId: "sandbox", overrides: { polling: { videoIntervalMs: 3_600_000 } } });
  await sandbox.change({ missingEndpoints: ["/v1/files/retrieve_content"] });
  const filming = film(studio, "A ship leaves");
  const doctor = await openDoctor(page);
  const done = doctor.events.filter({ hasText: "Update: done" }).filter({ hasText: "generating" }).first();
  await expect(done).toBeVisible();
  await expect
    .poll(async () => (await sandbox.readArrivals()).filter((path) => path.endsWith("content")).length)
    .toBeGreaterThan(0);
  await sandbox.change({ missingEndpoints: [] });
  await done.getByRole("button", { name: /^Replay/ }).click();
  await expect(doctor.outcome).toContainText("Checked this video at the service. Status: in the library.");
  expect((await filming).state).toBe("succeeded");
});

test("the owner turns callbacks off and on, and a member only sees it", async ({
  page,
  studio,
  openBrowser,
}) => {
  test.slow();
  const ann = newPerson("Ann");
  const link = await invite(page);
  const annPage = await (await openBrowser({ ...nobody, baseURL: studio.process.address })).newPage();
  await acceptInvitation(annPage, link, ann);
  await openDoctor(annPage);
  await expect(annPage.locator("#content").getByText("On. Only the owner can change this.")).toBeVisible();
  await expect(annPage.getByRole("switch")).toHaveCount(0);
  await expect(annPage.getByText("No callbacks yet.")).toBeVisible();

  await openDoctor(page);
  const toggle = page.getByRole("switch", { name: "Send a callback address with each video" });
  await toggle.uncheck();
  try {
    await expect(page.getByText("Callbacks are off.")).toBeVisible();
    await expect(page.getByText(/Until then, Reverie checks on each video/)).toBeVisible();
    await expect(annPage.getByText("Off. Only the owner can change this.")).toBeVisible();
    expect((await film(studio, "A ship leaves")).state).toBe("succeeded");
  } finally {
    await toggle.check();
  }
  await expect(page.getByText("The service can report to this studio.")).toBeVisible();
});

test("for a service elsewhere, the page says whether and how to set up callbacks", async ({
  page,
  studio,
}) => {
  const elsewhere = {
    profileId: "custom",
    baseUrl: "https://api.service.example",
    apiKey: "a-key-that-is-never-sent",
  };
  const setUp = page.getByText(/Put the studio behind an https reverse proxy/);
  await test.step("they are needed where the service cannot be polled", async () => {
    await studio.api.connect({ ...elsewhere, overrides: { endpoints: { videoQuery: null } } });
    const doctor = await openDoctor(page);
    await expect(
      page.getByText("Callbacks aren’t available because this studio has no public address."),
    ).toBeVisible();
    await expect(setUp).toBeVisible();
    await expect(page.getByText(/This service doesn’t support status checks either/)).toBeVisible();
    await expect(page.getByText("There’s no address to check yet.")).toBeVisible();
    await expect(doctor.check).toHaveCount(0);
  });
  await test.step("they are optional where it can, and the instructions are folded", async () => {
    await studio.api.connect({ ...elsewhere, overrides: {} });
    await openDoctor(page);
    await expect(page.getByText("No action needed.")).toBeVisible();
    await expect(setUp).toBeHidden();
    await expect(page.getByRole("heading", { name: "Can the service reach you?" })).toHaveCount(0);
    await page.getByText("Set up callbacks").click();
    await expect(setUp).toBeVisible();
    const headings = page.getByRole("main").getByRole("heading", { level: 3 });
    await expect(headings).toHaveText(["Callbacks", "Recent callbacks"]);
  });
});
