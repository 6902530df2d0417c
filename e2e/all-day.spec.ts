import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Page } from "@playwright/test";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Presets } from "@/lib/presets/preset-dto";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { ImagePage, pictures } from "./fixtures/create-page";
import { choosePreset } from "./fixtures/preset-menu";
import { tiles } from "./fixtures/project-page";
import { setHidden } from "./fixtures/set-hidden";
import { expect, test } from "./fixtures/test";

/** A program with a token, connected to the tools of the studio. */
interface Agent {
  client: Client;
  token: string;
  /** Calls a tool and reads the JSON of its result. */
  use<Value>(tool: string, args: Record<string, unknown>): Promise<Value>;
}

/** Creates a token named "Agent" in the settings, by keys, and connects a client with it. */
async function connectAgent(page: Page): Promise<Agent> {
  await page.goto("/settings/tokens");
  const address = await page.getByText(/\/api\/mcp$/).innerText();
  await page.getByLabel("Name").fill("Agent");
  await page.getByRole("button", { name: "Create token" }).press("Enter");
  const token = await page.getByLabel("Token", { exact: true }).inputValue();
  const client = new Client({ name: "journey", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return {
    client,
    token,
    async use<Value>(tool: string, args: Record<string, unknown>) {
      const { content, isError } = CallToolResultSchema.parse(
        await client.callTool({ name: tool, arguments: args }),
      );
      const [first] = content;
      if (isError || first?.type !== "text") throw new Error(`${tool}: ${JSON.stringify(content)}`);
      return JSON.parse(first.text) as Value;
    },
  };
}

// Prices and presets would change the forms of the journeys that follow.
test.afterEach(async ({ studio: { api } }) => {
  await api.request("PUT", "/api/v1/prices", { currency: null, prices: [] });
  const { presets } = await api.call<Presets>("GET", "/api/v1/presets");
  for (const { id } of presets) await api.request("DELETE", `/api/v1/presets/${id}`);
});

test("by keys, twelve variations of a preset are priced, made and announced, and an agent adds a song", async ({
  context,
  page,
  studio,
}) => {
  test.slow();
  const limit = { requests: 100, windowMs: 60_000 };
  await studio.api.connect({
    profileId: "sandbox",
    apiKey: `sandbox-key-good-${crypto.randomUUID()}`,
    overrides: { rateLimits: { models: {}, endpoints: { imageGeneration: limit } } },
  });
  const image = new ImagePage(page);

  await test.step("an image gets a price", async () => {
    await page.goto("/settings/usage");
    await page.getByRole("button", { name: "Add price" }).press("Enter");
    const price = page.getByRole("group", { name: "Price 1" });
    await page.getByRole("textbox", { name: "Currency" }).fill("eur");
    await price.getByRole("combobox", { name: "Generator" }).selectOption({ label: "Image" });
    await price.getByRole("combobox", { name: "Unit" }).selectOption({ label: "Image" });
    await price.getByRole("textbox", { name: "Amount" }).fill("0.25");
    await price.getByRole("textbox", { name: "Amount" }).press("Enter");
    await expect(page.getByText("Prices saved")).toBeVisible();
  });

  await test.step("a form is saved as a preset", async () => {
    await image.open();
    await image.prompt.fill("A paper kite over the sea");
    await image.chooseCount(1);
    await choosePreset(page, "Save as preset");
    await expect(page.getByRole("dialog", { name: "Save as preset" }).getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Kites");
    await page.keyboard.press("Enter");
    await expect(page.getByText("A paper kite over the sea")).toBeVisible();
    await image.prompt.fill("");
  });

  const other = await context.newPage();
  await other.goto("/library");
  const dialog = page.getByRole("dialog", { name: "Variations" });
  await test.step("twelve variations of it say what they will cost", async () => {
    await choosePreset(page, "Kites");
    await expect(image.prompt).toHaveValue("A paper kite over the sea");
    await expect(image.prompt).toBeFocused();
    await page.getByRole("button", { name: /^Takes: / }).press("Enter");
    await page.getByRole("menuitem", { name: "Variations" }).press("Enter");
    const prompt = dialog.getByRole("textbox", { name: "Prompt" });
    await expect(prompt).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("A {red|green|blue|white} {kite|boat|house} over the sea");
    await expect(dialog.getByRole("status")).toHaveText("12 requests will be sent");
    await expect(dialog.getByText("About €3.00")).toBeVisible();
    await expectAccessibleAtBothSizes(page);
  });

  await test.step("another window says when they are done", async () => {
    await setHidden(page, true);
    await setHidden(other, true);
    await dialog.getByRole("button", { name: /^Make/ }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(other).toHaveTitle("(12) Library · Reverie", { timeout: 60_000 });
    await setHidden(page, false);
    await expect(other).toHaveTitle("Library · Reverie");
    await expect(pictures(image.take("A white house over the sea"))).toHaveCount(1);
  });

  await test.step("they cost what was estimated", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/settings/usage?sandbox=true");
    const row = page.getByRole("table", { name: "By model" }).getByRole("row", { name: /image-01/ });
    await expect(row).toContainText("€3.00");
    await expectAccessibleAtBothSizes(page);
  });

  await test.step("an agent makes a song and puts it into a project that is open", async () => {
    const { client, token, use } = await connectAgent(page);
    const project = await use<ProjectDto>("create_project", { title: "Sea songs" });
    await page.goto(`/projects/${project.id}`);
    await expect(page.getByRole("heading", { name: "Sea songs" })).toBeVisible();
    const input = { model: "music-3.0", prompt: "Slow waltz of the sea", lyrics: "[Outro]\nla" };
    const { id } = await use<GenerationDto>("make_music", { input, title: "Waltz of the sea" });
    const song = await use<GenerationDto>("wait_for_generation", { id, wait: 50 });
    expect(song.state).toBe("succeeded");
    const ids = song.outputs.flatMap(({ item }) => (item ? [item.id] : []));
    expect(await use("add_to_project", { id: project.id, ids })).toEqual({ changed: 1 });
    await expect(tiles(page)).toHaveAttribute("aria-label", /Waltz of the sea/);
    await expectAccessibleAtBothSizes(page);

    const { url, bytes } = await use<{ url: string; bytes: number }>("fetch_item", { id: ids[0] });
    const download = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect((await download.arrayBuffer()).byteLength).toBe(bytes);

    await page.goto("/settings/tokens");
    await page.getByRole("button", { name: "Revoke Agent" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
    // Behind the dialog, the button is hidden already.
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name: "Revoke Agent" })).toBeHidden();
    await expect(client.listTools()).rejects.toThrow("auth.required");
    await client.close();
  });
});
