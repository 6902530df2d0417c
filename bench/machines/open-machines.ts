import { randomBytes } from "node:crypto";
import path from "node:path";
import { hashToken } from "@/lib/crypto/tokens.server";
import { startEmbeddedPostgres } from "@/lib/db/embedded-postgres.server";
import { startSandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { S3Server, testCredentials } from "@/lib/media/testing/s3-server";
import { StudioProcess } from "@/scripts/testing/studio-process";
import { createDatabase, type Database } from "@/lib/db/database.server";
import type { BenchContext } from "../report/table";
import { StudioApi } from "../studio/studio-api";
import { locateCluster } from "../studio/running-studio";

/** Somebody who uses the machines, with a token of all scopes. */
export interface Person {
  userId: string;
  token: string;
}

/** A studio of several machines on this one: a durable PostgreSQL, an S3-compatible store and a service. */
export interface Machines {
  database: Database;
  /** The first of them is the owner. */
  people: Person[];
  /** Starts one more machine of a role; once the first web has made its rows, nothing else is shared. */
  start: (name: string, role: "web" | "worker") => Promise<{ address: string; studio: StudioProcess }>;
}

/** Calls `run` with no machine started, and stops all that it starts. */
export async function withMachines<Value>(
  { root, workDir }: BenchContext,
  { people: count }: { people: number },
  run: (machines: Machines) => Promise<Value>,
): Promise<Value> {
  const cluster = locateCluster(workDir);
  const postgres = await startEmbeddedPostgres({ ...cluster, logFile: path.join(workDir, "postgres.log") });
  const [sandbox, store] = await Promise.all([
    startSandboxProcess(["--latency-ms", "0", "--rate-limits", "off"]),
    S3Server.start(),
  ]);
  const token = randomBytes(24).toString("base64url");
  const settings = {
    HOST: "127.0.0.1",
    DATABASE_URL: postgres.url,
    // Four machines fit into the 60 connections of the embedded PostgreSQL.
    STUDIO_WEB_CONNECTIONS: "5",
    STUDIO_WORKER_CONNECTIONS: "5",
    STUDIO_OWNER_EMAIL: "owner@example.com",
    STUDIO_OWNER_PASSWORD: randomBytes(12).toString("base64url"),
    STUDIO_API_TOKEN: token,
    STUDIO_SECRET: randomBytes(24).toString("base64url"),
    STUDIO_SERVICE_PROFILE: "custom",
    STUDIO_SERVICE_BASE_URL: sandbox.baseUrl,
    STUDIO_SERVICE_API_KEY: "sandbox-key-good-bench",
    STUDIO_STORAGE: "s3",
    STUDIO_S3_BUCKET: "media",
    STUDIO_S3_REGION: "us-east-1",
    STUDIO_S3_ENDPOINT: store.address,
    STUDIO_S3_ACCESS_KEY_ID: testCredentials.accessKeyId,
    STUDIO_S3_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
  };
  const started: StudioProcess[] = [];
  const database = createDatabase(postgres.url, { maxConnections: 2 });
  const people: Person[] = [];
  const addPeople = async () => {
    const owner = await database.user.findFirstOrThrow({ select: { id: true } });
    people.push({ userId: owner.id, token });
    for (let index = 1; index < count; index += 1) {
      const own = randomBytes(24).toString("base64url");
      const { id } = await database.user.create({
        data: {
          email: `member-${index}@example.com`,
          name: `Member ${index}`,
          tokens: {
            create: {
              name: "bench",
              tokenHash: hashToken(own),
              lastFour: own.slice(-4),
              scopes: ["read", "make", "manage"],
            },
          },
        },
      });
      people.push({ userId: id, token: own });
    }
  };
  try {
    return await run({
      database,
      people,
      async start(name, role) {
        const studio = new StudioProcess(
          path.join(workDir, name),
          { ...settings, STUDIO_ROLE: role },
          [],
          root,
        );
        started.push(studio);
        const address = await studio.ready();
        if (people.length === 0) await addPeople();
        return { address, studio };
      },
    });
  } finally {
    for (const studio of started) {
      if (!studio.hasEnded) studio.signal("SIGTERM");
      await studio.exitCode;
    }
    await database.$disconnect();
    await Promise.all([sandbox.stop(), store.close()]);
    await postgres.stop();
  }
}

/** The API of one machine for one person. */
export function openApi(address: string, { token }: Person): StudioApi {
  return new StudioApi({ address, token });
}
