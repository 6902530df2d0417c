import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestStudio, type TestStudio } from "@/lib/auth/testing/test-studio";
import { bootStudio } from "@/server/boot.server";
import { createSecretBox } from "@/lib/crypto/secret-box.server";
import { getConnectionSummary } from "./get-connection-summary.server";
import { getConnection } from "./get-connection.server";

const previousSecret = "the secret before, of 32 letters";
const environmentKey = "sk-of-the-environment-9z8y";

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio({
    STUDIO_SECRET_PREVIOUS: previousSecret,
    STUDIO_SERVICE_PROFILE: "minimax-global",
    STUDIO_SERVICE_API_KEY: environmentKey,
    STUDIO_SANDBOX_BASE_URL: "http://127.0.0.1:9",
  });
});
afterAll(() => studio.drop());

it("is that of the environment, before the sandbox", async () => {
  const { userId } = await studio.addPerson();
  expect(await getConnection(userId)).toMatchObject({
    source: "environment",
    sandbox: false,
    baseUrl: "https://api.minimax.io",
    apiKey: environmentKey,
  });
  const summary = await getConnectionSummary(userId);
  expect(summary).toMatchObject({ source: "environment", profileId: "minimax-global", keyLastFour: "9z8y" });
  expect(JSON.stringify(summary)).not.toContain(environmentKey);
});

it("leaves keys readable when the instance secret changes, and seals them anew at the next start", async () => {
  const { userId } = await studio.addPerson();
  const context = { purpose: "connection.api-key", recordId: userId };
  const sealedBefore = createSecretBox(previousSecret).seal("the-key-of-this-person", context);
  await studio.database.connection.create({
    data: { userId, profileId: "minimax-cn", keyCiphertext: sealedBefore },
  });
  expect((await getConnection(userId)).apiKey).toBe("the-key-of-this-person");
  await bootStudio(studio.database);
  const { keyCiphertext } = await studio.database.connection.findUniqueOrThrow({ where: { userId } });
  expect(keyCiphertext).not.toBe(sealedBefore);
  expect(createSecretBox(previousSecret).isStale(keyCiphertext ?? "")).toBe(true);
  expect((await getConnection(userId)).apiKey).toBe("the-key-of-this-person");
});
