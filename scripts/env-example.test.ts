import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv as parseEnvFile } from "node:util";
import { describe, expect, it } from "vitest";
import { envSchema, parseEnv } from "@/lib/env/env.server";

const text = readFileSync(path.resolve(import.meta.dirname, "../.env.example"), "utf8");

/** Set by Next or the launcher, not by people. */
const notForPeople = [
  "NODE_ENV",
  "REVERIE_PROCESS",
  "STUDIO_LOCAL_URL",
  "STUDIO_SANDBOX_ALT_BASE_URL",
  "STUDIO_SANDBOX_BASE_URL",
];

/** Values for the secrets, which the example leaves empty. */
const secrets: Record<string, string> = {
  STUDIO_SECRET: "x".repeat(32),
  STUDIO_SECRET_PREVIOUS: "x".repeat(32),
  STUDIO_OWNER_PASSWORD: "x".repeat(12),
  STUDIO_API_TOKEN: "x".repeat(24),
  STUDIO_OIDC_CLIENT_SECRET: "x",
};

function readExample(): Record<string, string | undefined> {
  return parseEnvFile(text.replaceAll(/^# (?=[A-Z0-9_]+=)/gm, ""));
}

describe(".env.example", () => {
  it("names every setting, once, and no other", () => {
    const named = [...text.matchAll(/^# ([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    const known = Object.keys(envSchema.shape).filter((name) => !notForPeople.includes(name));
    expect(named.toSorted()).toEqual(known.toSorted());
  });

  it("sets nothing by itself", () => {
    expect(parseEnvFile(text)).toEqual({});
  });

  it("shows values that are understood", () => {
    const example = readExample();
    for (const [name, value] of Object.entries(secrets))
      expect([name, example[name] || value]).toEqual([name, value]);
    expect(() => parseEnv({ ...example, ...secrets })).not.toThrow();
  });

  it("shows the defaults as they are", () => {
    const defaults = parseEnv({});
    const example = parseEnv({ ...readExample(), ...secrets });
    for (const name of [
      "HOST",
      "PORT",
      "STUDIO_TRUST_PROXY",
      "STUDIO_DATA_DIR",
      "STUDIO_ROLE",
      "STUDIO_DISK_RESERVE_MB",
      "STUDIO_STOP_SECONDS",
      "STUDIO_STORAGE",
      "STUDIO_LOG_LEVEL",
    ] as const) {
      expect([name, example[name]]).toEqual([name, defaults[name]]);
    }
  });
});
