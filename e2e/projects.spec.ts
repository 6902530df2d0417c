import type { ProjectDto } from "@/lib/projects/project-dto";
import { newPerson, signIn } from "./fixtures/accounts";
import { expectAccessible, expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { ImagePage, pictures } from "./fixtures/create-page";
import { createProject, makePictures, menuOf, namesOf, phone, tiles } from "./fixtures/project-page";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, nobody, owner, type Studio, test } from "./fixtures/test";

/** A member with the owner's password, in the database: forms are tested elsewhere. */
async function addMember({ process }: Studio, person: string) {
  const { name, email } = newPerson(person);
  await changeStudioDatabase(
    process.dataDir,
    `INSERT INTO "User" ("id", "email", "name", "role", "passwordHash")
     SELECT gen_random_uuid(), $1, $2, 'member', "passwordHash" FROM "User" WHERE "email" = $3`,
    [email, name, owner.email],
  );
  return { name, email, password: owner.password };
}

/** The page of a project asks for it once more when it has ended. */
const missingProject = /status 404: GET \S+\/api\/v1\/projects\//;

test("a project is created, filled by new results and from a take, and ordered, with keys only", async ({
  page,
  guard,
  studio,
}) => {
  test.slow();
  guard.allow(missingProject);
  await page.setViewportSize(phone);
  const press = (key: string) => page.keyboard.press(key);
  const images = new ImagePage(page);
  await images.open();
  await images.make("Red kite");
  await expect(pictures(images.take("Red kite"))).toHaveCount(1);

  await test.step("created", async () => {
    await page.getByRole("link", { name: "Projects" }).focus();
    await press("Enter");
    await page.getByRole("button", { name: "New project" }).focus();
    await press("Enter");
    await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
    await page.keyboard.type("Harbour");
    await press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Harbour" })).toBeAttached();
    await expect(page.getByText("Nothing in this project yet")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("title and notes are edited in place", async () => {
    await page.getByRole("textbox", { name: "Title" }).focus();
    await press("End");
    await page.keyboard.type(" lights");
    await press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Harbour lights" })).toBeAttached();
    await page.getByRole("textbox", { name: "Notes" }).focus();
    await page.keyboard.type("Blue hour.");
    await press("Tab");
    await expect
      .poll(async () => {
        const { projects } = await studio.api.call<{ projects: ProjectDto[] }>("GET", "/api/v1/projects");
        return projects[0];
      })
      .toMatchObject({ title: "Harbour lights", notes: "Blue hour." });
  });

  await test.step("new results go there while it is chosen", async () => {
    const here = page.getByRole("switch", { name: "New results go here" });
    await here.focus();
    await press("Space");
    await expect(here).toBeChecked();
    await images.open();
    await expect(page.getByRole("button", { name: "New results go to: Harbour lights" })).toBeVisible();
    // What is typed before the draft is back is added to it.
    await expect(images.prompt).toHaveValue("Red kite");
    await images.make("Green boat");
    await expect(pictures(images.take("Green boat"))).toHaveCount(1);
    await page.getByRole("button", { name: "New results go to" }).focus();
    await press("Enter");
    await page.getByRole("menuitem", { name: "No project" }).focus();
    await press("Enter");
    await expect(page.getByRole("button", { name: "New results go to: No project" })).toBeVisible();
    await images.make("Blue door");
    await expect(pictures(images.take("Blue door"))).toHaveCount(1);
  });

  await test.step("an earlier result is added from its menu", async () => {
    const more = images.take("Red kite").getByRole("button", { name: "More" });
    await more.focus();
    await press("Enter");
    await page.getByRole("menuitem", { name: "Add to project" }).focus();
    await press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add to project" });
    await dialog.getByRole("button", { name: "Harbour lights" }).focus();
    await press("Enter");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect.poll(namesOf(page)).toEqual(["Green", "Red"]);
  });

  await test.step("moved, made the cover, and taken out by its menu", async () => {
    await expectAccessible(page);
    const choose = async (name: string, item: string) => {
      await menuOf(page, name).focus();
      await press("Enter");
      await page.getByRole("menuitem", { name: item }).focus();
      await press("Enter");
    };
    await choose("Red kite", "Move to start");
    await expect.poll(namesOf(page)).toEqual(["Red", "Green"]);
    await choose("Red kite", "Move later");
    await expect.poll(namesOf(page)).toEqual(["Green", "Red"]);
    await choose("Red kite", "Use as cover");
    await expect
      .poll(async () => {
        const { projects } = await studio.api.call<{ projects: ProjectDto[] }>("GET", "/api/v1/projects");
        return projects[0]!.cover?.chosen;
      })
      .toBe(true);
    await choose("Green boat", "Remove from project");
    await expect.poll(namesOf(page)).toEqual(["Red"]);
    await page.reload();
    await expect.poll(namesOf(page)).toEqual(["Red"]);
  });

  await test.step("deleted, while its results stay", async () => {
    await page.getByRole("button", { name: "Project menu" }).focus();
    await press("Enter");
    await page.getByRole("menuitem", { name: "Delete project" }).focus();
    await press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete project" }).focus();
    await press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
    await expect(page.getByText("Harbour lights")).toBeHidden();
    expect((await studio.api.listGenerations()).generations).toHaveLength(3);
  });
});

test("items are dragged to another place, sorted, and shown by kind and as a list", async ({
  page,
  studio,
}) => {
  test.slow();
  const ids = await makePictures(studio);
  const { id } = await createProject(studio, "Dragged", ids);
  await page.goto(`/projects/${id}`);
  await expect.poll(namesOf(page)).toEqual(["Red", "Green", "Blue"]);
  const [first, , last] = [0, 1, 2].map((index) => tiles(page).nth(index));
  await last!.dragTo(first!, { targetPosition: { x: 5, y: 40 } });
  await expect.poll(namesOf(page)).toEqual(["Blue", "Red", "Green"]);
  await page.reload();
  await expect.poll(namesOf(page)).toEqual(["Blue", "Red", "Green"]);

  await test.step("sorted by title, where nothing can be moved", async () => {
    await page.getByRole("button", { name: "Sort: Custom order" }).click();
    await page.getByRole("menuitem", { name: "By title" }).click();
    await expect.poll(namesOf(page)).toEqual(["Blue", "Green", "Red"]);
    await page.reload();
    await expect.poll(namesOf(page)).toEqual(["Blue", "Green", "Red"]);
    await menuOf(page, "Green boat").click();
    await expect(page.getByRole("menuitem", { name: "Remove from project" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Move to start" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Sort: By title" }).click();
    await page.getByRole("menuitem", { name: "Custom order" }).click();
    await expect.poll(namesOf(page)).toEqual(["Blue", "Red", "Green"]);
  });

  await test.step("as a list, where lines are dragged up and down", async () => {
    await page.getByRole("button", { name: "List", exact: true }).click();
    await expect(tiles(page)).toHaveCount(3);
    await expect(tiles(page).first().locator("xpath=..")).toContainText("image-01");
    await tiles(page)
      .nth(2)
      .dragTo(tiles(page).nth(0), { targetPosition: { x: 300, y: 4 } });
    await expect.poll(namesOf(page)).toEqual(["Green", "Blue", "Red"]);
    await expectAccessibleAtBothSizes(page);
    await page.reload();
    await expect.poll(namesOf(page)).toEqual(["Green", "Blue", "Red"]);
    await tiles(page)
      .nth(0)
      .dragTo(tiles(page).nth(2), { targetPosition: { x: 300, y: 40 } });
    await expect.poll(namesOf(page)).toEqual(["Blue", "Red", "Green"]);
    await page.getByRole("button", { name: "Grid", exact: true }).click();
  });

  await page.getByRole("radio", { name: "Audio 0" }).check();
  await expect(page.getByText("Nothing of this kind")).toBeVisible();
  await page.getByRole("radio", { name: "Images 3" }).check();
  await expect.poll(namesOf(page)).toEqual(["Blue", "Red", "Green"]);
  await expectAccessibleAtBothSizes(page);
  await page.goto("/projects");
  await expect(page.getByRole("link", { name: /Dragged/ })).toBeVisible();
  await expectAccessibleAtBothSizes(page);
});

test("two members of a project see it, and one works in it", async ({
  page,
  guard,
  studio,
  openBrowser,
  baseURL,
}) => {
  test.slow();
  guard.allow(missingProject);
  const ids = await makePictures(studio);
  const { id } = await createProject(studio, "Together", ids);
  const [ines, jo] = await Promise.all([addMember(studio, "Ines"), addMember(studio, "Jo")]);
  await page.goto(`/projects/${id}`);
  await page.getByRole("button", { name: "People" }).click();
  const people = page.getByRole("dialog", { name: "People" });

  await test.step("the owner adds both, and a wrong address says so", async () => {
    const add = async (email: string, role: string) => {
      await people.getByLabel("Email address").fill(email);
      await people.getByLabel("Role", { exact: true }).selectOption(role);
      await people.getByRole("button", { name: "Add", exact: true }).click();
    };
    await add(ines.email, "work");
    await expect(people.getByText(ines.email)).toBeVisible();
    await add(jo.email, "view");
    await expect(people.getByText(jo.email)).toBeVisible();
    await expectAccessible(page);
  });

  const open = async (person: typeof ines) => {
    const context = await openBrowser({ ...nobody, ...(baseURL ? { baseURL } : {}) });
    const opened = await context.newPage();
    await signIn(opened, person);
    await opened.goto("/projects");
    await opened.getByRole("link", { name: /Together/ }).click();
    await expect.poll(namesOf(opened)).toEqual(["Red", "Green", "Blue"]);
    return opened;
  };

  await test.step("Ines works in it", async () => {
    const opened = await open(ines);
    await expect(opened.getByRole("textbox", { name: "Title" })).toBeHidden();
    await expectAccessible(opened);
    await menuOf(opened, "Blue door").click();
    await expect(opened.getByRole("menuitem", { name: "Use as cover" })).toBeHidden();
    await opened.getByRole("menuitem", { name: "Move to start" }).click();
    await expect.poll(namesOf(opened)).toEqual(["Blue", "Red", "Green"]);
    // The owner sees it without a reload.
    await expect.poll(namesOf(page)).toEqual(["Blue", "Red", "Green"]);
    await people.getByRole("button", { name: "Remove Ines" }).click();
    await expect(opened.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  });

  await test.step("Jo looks on, and leaves", async () => {
    const context = await openBrowser({ ...nobody, ...(baseURL ? { baseURL } : {}) });
    const opened = await context.newPage();
    await signIn(opened, jo);
    await opened.goto(`/projects/${id}`);
    await expect.poll(namesOf(opened)).toEqual(["Blue", "Red", "Green"]);
    await expect(menuOf(opened, "Blue door")).toBeHidden();
    await expect(opened.getByRole("switch")).toBeHidden();
    const picture = tiles(opened).first().locator("img");
    await expect
      .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(0);
    await tiles(opened).first().click();
    await expect(opened.getByRole("heading", { level: 1, name: "Blue door" })).toBeVisible();
    await expect(opened.getByRole("definition").first()).toHaveText("owner");
    await expect(opened.getByRole("img", { name: "Blue door" })).toBeVisible();
    await expectAccessibleAtBothSizes(opened);
    const download = opened.getByRole("link", { name: "Download" });
    expect((await opened.request.get((await download.getAttribute("href"))!)).status()).toBe(200);
    await opened.goBack();
    await opened.getByRole("button", { name: "Project menu" }).click();
    await opened.getByRole("menuitem", { name: "Leave project" }).click();
    await opened.getByRole("dialog").getByRole("button", { name: "Leave project" }).click();
    await expect(opened.getByText("No projects yet")).toBeVisible();
  });
});
