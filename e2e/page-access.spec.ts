import { randomUUID } from "node:crypto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { pageRules } from "@/app/testing/access-rules";
import { listPages } from "@/app/testing/list-pages";
import { newPerson } from "./fixtures/accounts";
import { openSession, requestDocument, requestPageAlone } from "./fixtures/page-requests";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, owner, test, type Studio } from "./fixtures/test";
import audit from "@/messages/zh/audit.json" with { type: "json" };
import settings from "@/messages/zh/settings.json" with { type: "json" };
import status from "@/messages/zh/status.json" with { type: "json" };

type Outcome = "shown" | "sign in" | "missing";

interface Visitor {
  name: string;
  cookie: string;
  role: "nobody" | "member" | "owner";
  /** A result of theirs, or of somebody else. */
  generationId: string;
  /** A project of theirs, or of somebody else. */
  projectId: string;
  /** A film of theirs, or of somebody else. */
  filmId: string;
  /** A webhook of theirs, or of somebody else. */
  webhookId: string;
  /** Words that no page may show them. */
  secrets: string[];
}

/** Pages that show these visitors something else than their rule says. */
const exceptions: Record<string, Outcome> = {
  // There is an owner already.
  "/setup": "sign in",
  // Compares two videos, and there are none.
  "/library/compare": "missing",
  // The projects have no items.
  "/projects/[projectId]/items/[itemId]": "missing",
};

function expectOutcome(route: string, { role }: Visitor): Outcome {
  const who = pageRules[route];
  if (who !== "everyone" && role === "nobody") return "sign in";
  return exceptions[route] ?? (who === "owner" && role === "member" ? "missing" : "shown");
}

/** A member with the owner's password, in the database: forms are tested elsewhere. */
async function addMember({ process }: Studio): Promise<{ email: string; password: string }> {
  const { name, email } = newPerson("Mara");
  await changeStudioDatabase(
    process.dataDir,
    `INSERT INTO "User" ("id", "email", "name", "role", "passwordHash")
     SELECT gen_random_uuid(), $1, $2, 'member', "passwordHash" FROM "User" WHERE "email" = $3`,
    [email, name, owner.email],
  );
  return { email, password: owner.password };
}

async function createAs(cookie: string, address: string, prompt: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/generations`, {
    method: "POST",
    headers: { cookie, origin: address, "content-type": "application/json" },
    body: JSON.stringify({ generator: "image", input: { model: "image-01", prompt } }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as GenerationDto).id;
}

/** Creates one of a collection of the REST API. @returns its ID */
async function create(cookie: string, address: string, collection: string, body: object): Promise<string> {
  const response = await fetch(`${address}/api/v1/${collection}`, {
    method: "POST",
    headers: { cookie, origin: address, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, collection).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

// The audit log has the name, and of the address only the host.
const makeWebhook = (words: string) => ({
  name: "Bell",
  url: `https://bell.example/${words}`,
  events: ["generation.failed"],
});

test("every page is shown to whom its rule says, and shows nobody what is another's", async ({ studio }) => {
  test.slow();
  const { address, dataDir } = studio.process;
  const [ownersWords, membersWords, tokenName] = ["owners", "members", "token"].map(
    (what) => `${what}-secret-${randomUUID()}`,
  ) as [string, string, string];
  const account = await addMember(studio);
  const goneCookie = await openSession(address, account);
  const revoked = await changeStudioDatabase(
    dataDir,
    `UPDATE "Session" SET "revokedAt" = now()
     WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = $1)`,
    [account.email],
  );
  expect(revoked).toBe(1);
  const ownersCookie = await openSession(address, owner);
  const membersCookie = await openSession(address, account);
  const ownersId = await createAs(ownersCookie, address, ownersWords);
  const membersId = await createAs(membersCookie, address, membersWords);
  const ownersProject = await create(ownersCookie, address, "projects", { title: ownersWords });
  const membersProject = await create(membersCookie, address, "projects", { title: membersWords });
  const ownersFilm = await create(ownersCookie, address, "films", { title: ownersWords });
  const membersFilm = await create(membersCookie, address, "films", { title: membersWords });
  const ownersWebhook = await create(ownersCookie, address, "webhooks", makeWebhook(ownersWords));
  const membersWebhook = await create(membersCookie, address, "webhooks", makeWebhook(membersWords));
  await studio.api.call("POST", "/api/v1/tokens", { name: tokenName });
  await studio.api.call("POST", "/api/v1/shares", { projectId: ownersProject });

  const ofOwner = [ownersWords, tokenName, owner.email, dataDir];
  const ofMember = [membersWords, account.email];
  const visitors: Visitor[] = [
    {
      name: "nobody",
      cookie: "",
      role: "nobody",
      generationId: ownersId,
      projectId: ownersProject,
      filmId: ownersFilm,
      webhookId: ownersWebhook,
      secrets: [...ofOwner, ...ofMember],
    },
    {
      name: "revoked session",
      cookie: goneCookie,
      role: "nobody",
      generationId: membersId,
      projectId: membersProject,
      filmId: membersFilm,
      webhookId: membersWebhook,
      secrets: [...ofOwner, ...ofMember],
    },
    {
      name: "member",
      cookie: membersCookie,
      role: "member",
      generationId: membersId,
      projectId: membersProject,
      filmId: membersFilm,
      webhookId: membersWebhook,
      secrets: ofOwner,
    },
    {
      name: "owner",
      cookie: ownersCookie,
      role: "owner",
      generationId: ownersId,
      projectId: ownersProject,
      filmId: ownersFilm,
      webhookId: ownersWebhook,
      secrets: [membersWords],
    },
  ];
  const seenByOwner: string[] = [];
  for (const { route, folders } of listPages()) {
    for (const visitor of visitors) {
      const values: Record<string, string> = {
        generationId: visitor.generationId,
        projectId: visitor.projectId,
        filmId: visitor.filmId,
        webhookId: visitor.webhookId,
        itemId: randomUUID(),
        generator: "image",
        token: "join_x",
      };
      const fill = (text: string) => text.replaceAll(/\[(\w+)\]/g, (_match, name: string) => values[name]!);
      const segments = folders.map((folder) => {
        const name = /^\[(\w+)\]$/.exec(folder)?.[1];
        return name ? [name, values[name], "d", null] : folder;
      });
      const { cookie, name, secrets } = visitor;
      const answers = {
        document: await requestDocument(address, fill(route), cookie),
        "page alone": await requestPageAlone(address, fill(route), { segments, cookie }),
      };
      for (const [how, { redirect, isMissing, text }] of Object.entries(answers)) {
        const outcome: Outcome = redirect === "/sign-in" ? "sign in" : isMissing ? "missing" : "shown";
        expect.soft(outcome, `${route} for ${name}, ${how}`).toBe(expectOutcome(route, visitor));
        for (const secret of secrets)
          expect.soft(text.includes(secret), `${route} shows ${name} ${secret}, ${how}`).toBe(false);
        if (visitor.role === "owner") seenByOwner.push(text);
      }
    }
  }
  // What nobody else saw is there to be seen.
  for (const secret of [...ofOwner, account.email])
    expect(
      seenByOwner.some((text) => text.includes(secret)),
      secret,
    ).toBe(true);
});

test("the settings and refusals of pages are in the language that the browser asks for", async ({
  studio,
}) => {
  const { address } = studio.process;
  const cookie = await openSession(address, owner);
  const read = async (path: string) => {
    const response = await fetch(`${address}${path}`, { headers: { cookie, "accept-language": "zh-CN" } });
    return (await response.text()).replaceAll(/<script\b.*?<\/script>/gs, "");
  };
  for (const [section, words] of [
    ["tokens", settings.tokens],
    ["links", settings.links],
    ["webhooks", settings.webhooks],
    ["members", settings.members],
    ["storage", settings.storage],
    ["status", status],
    ["audit-log", { title: audit.title, lead: "记录无法更改，保留 400 天。" }],
  ] as const) {
    const html = await read(`/settings/${section}`);
    expect(html).toContain('<html lang="zh-Hans"');
    expect(html).toContain(`${words.title}</h2>`);
    // Up to the address that the page puts into it.
    expect(html).toContain(words.lead.split("<")[0]);
  }
  expect(await read("/nowhere")).toContain("找不到");
});
