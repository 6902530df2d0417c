import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { startSandboxProcess, type SandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { hasNatsServer, type NatsServer, startNatsServer } from "@/lib/live/relay/testing/nats-server";
import { S3Server, testCredentials } from "@/lib/media/testing/s3-server";
import { canSeparateHosts } from "../testing/studio-process";
import { type Balancer, openBalancer } from "./balancer";
import { Machine } from "./machine";
import { hasPooler, startPooler } from "./pooler";

export const apiToken = "cluster-token-0123456789abcdef";
export const serviceKey = "sandbox-key-good-cluster";
export const owner = { email: "owner@example.test", password: "quite a long one 4711" };
/** More than the rate windows of the trials, so that it shows if a machine's own clock counts. */
const clockOffMs = 8_000;

/** Two machines of one studio and what they use. */
export interface OpenCluster {
  machines: readonly Machine[];
  balancer: Balancer;
  sandbox: SandboxProcess;
  store: S3Server;
  /** Carries live sounds between the machines; null where PostgreSQL does. */
  relay: NatsServer | null;
  database: Pick<TestDatabase, "url" | "drop">;
  /** Starts the machines, which then get requests. */
  start(): Promise<void>;
  /** @param keepLogsIn gets the logs */
  close(keepLogsIn?: string): Promise<void>;
}

/**
 * Prepares two machines, whose clocks are 8 s ahead and behind, on one PostgreSQL and one S3-compatible store, behind a balancer
 * that sends each request to the other web. Where this machine allows it, they are hosts of the same name with processes of their
 * own, like containers. Queries go through PgBouncer where it is installed.
 *
 * @param options.before the checkout of a version before, which the first machine runs. It starts on an empty database, which the
 *   second machine then migrates.
 * @param options.relay what carries live sounds: a NATS server where it is installed, else PostgreSQL
 */
export async function openCluster({
  log,
  before,
  relay: wantedRelay,
}: {
  log: (line: string) => void;
  before?: string | undefined;
  relay?: "nats" | undefined;
}): Promise<OpenCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), "reverie-cluster-"));
  const postgres = await startTestPostgres();
  const database = await (before ? createEmptyTestDatabase : createTestDatabase)(postgres.templateUrl);
  const [sandbox, store, balancer] = await Promise.all([
    startSandboxProcess(["--latency-ms", "300", "--rate-limits", "off"]),
    S3Server.start(),
    openBalancer(),
  ]);
  const pooler = hasPooler() ? await startPooler(database.url, folder) : null;
  if (!pooler) log("skipped: this machine has no PgBouncer");
  const relay = wantedRelay && hasNatsServer() ? await startNatsServer() : null;
  if (wantedRelay && !relay)
    log("skipped: this machine has no nats-server, so PostgreSQL carries live sounds, and no relay fails");
  const settings = {
    STUDIO_OWNER_EMAIL: owner.email,
    STUDIO_OWNER_PASSWORD: owner.password,
    STUDIO_API_TOKEN: apiToken,
    STUDIO_SECRET: "a secret of both machines, long enough to be one",
    STUDIO_PUBLIC_URL: balancer.address,
    STUDIO_TRUST_PROXY: "on",
    STUDIO_SERVICE_PROFILE: "custom",
    STUDIO_SERVICE_BASE_URL: sandbox.baseUrl,
    STUDIO_SERVICE_API_KEY: serviceKey,
    STUDIO_STORAGE: "s3",
    STUDIO_S3_BUCKET: "media",
    STUDIO_S3_REGION: "us-east-1",
    STUDIO_S3_ENDPOINT: store.address,
    STUDIO_S3_PUBLIC_ENDPOINT: store.address,
    STUDIO_S3_ACCESS_KEY_ID: testCredentials.accessKeyId,
    STUDIO_S3_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
    ...(relay ? { STUDIO_RELAY_URL: relay.url } : {}),
  };
  const areSeparate = canSeparateHosts();
  if (!areSeparate)
    log("skipped: this machine allows no namespaces, so both machines see each other's processes");
  const create = (name: string, offMs: number, checkout?: string) =>
    Machine.create(name, {
      folder,
      databaseUrl: database.url,
      poolerUrl: pooler?.url,
      settings,
      clockOffMs: offMs,
      checkout,
      // As two containers may have: what tells them apart is not their name.
      host: areSeparate ? "studio" : undefined,
    });
  const machines = await Promise.all([create("a", clockOffMs, before), create("b", -clockOffMs)]);
  return {
    machines,
    balancer,
    sandbox,
    store,
    relay,
    database,
    async start() {
      // One after the other: the first one may build.
      for (const machine of machines) await machine.start();
      for (const { address } of machines) balancer.targets.add(address);
    },
    async close(keepLogsIn) {
      await Promise.all(machines.map((machine) => machine.close()));
      if (keepLogsIn) {
        await rm(keepLogsIn, { recursive: true, force: true });
        await Promise.all(machines.map((machine) => machine.keepLogs(keepLogsIn)));
      }
      await Promise.all([balancer.close(), sandbox.stop(), store.close(), pooler?.stop(), relay?.kill()]);
      await database.drop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
