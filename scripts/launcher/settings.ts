import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deriveKey } from "@/lib/crypto/instance-keys.server";
import { type Env, EnvError, parseEnv } from "@/lib/env/env.server";
import { hasSources } from "../bootstrap/install.mjs";
import { LaunchError } from "./console";

export type LauncherSettings = {
  root: string;
  development: boolean;
  env: Env;
  /** Absolute. */
  dataDir: string;
  logsDir: string;
};

/** Reads the settings and sets the ones that a running studio adds. Children inherit the result. */
export function readSettings(root: string, development: boolean): LauncherSettings {
  process.env.STUDIO_DATA_DIR = path.resolve(root, process.env.STUDIO_DATA_DIR || ".data");
  Object.assign(process.env, {
    NODE_ENV: development ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  const dataDir = process.env.STUDIO_DATA_DIR;
  // Keeps compiled modules, also those stripped of their types: the next start takes half the processor time.
  process.env.NODE_COMPILE_CACHE ||= hasSources(root)
    ? path.join(root, ".cache/compiled")
    : path.join(dataDir, "compiled");
  const secret = (process.env.STUDIO_SECRET ||= ensureSecret(path.join(dataDir, "secret")));
  // The same on every machine of the studio, whoever built its pages.
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = deriveKey(secret, "server-actions").toString("base64");
  try {
    return { root, development, env: parseEnv(process.env), dataDir, logsDir: path.join(dataDir, "logs") };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const lines = error.problems.map(({ name, message }) => `  ${name}: ${message}`);
    throw new LaunchError(`Invalid settings:\n${lines.join("\n")}\nCheck the environment and .env.`);
  }
}

/** The secret of this installation, generated once and readable by its owner only. Without it, stored API keys are lost. */
export function ensureSecret(file: string): string {
  keepOnce(file, () => randomBytes(32).toString("base64url"));
  return readSecret(file);
}

/** What a file of the data folder holds, which is written once and readable by its owner only. */
export function keepOnce(file: string, create: () => string): string {
  const candidate = `${file}.${randomUUID()}`;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  writeFileSync(candidate, `${create()}\n`, { mode: 0o600 });
  try {
    linkSync(candidate, file);
  } catch (error) {
    // Another process was first: use what it wrote.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(candidate, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

function readSecret(file: string): string {
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) {
    throw new LaunchError(
      `${file} does not hold a secret of at least 32 characters. Restore it from a backup; without it the stored API ` +
        "keys cannot be read. To begin with a new one, delete the file: people then enter their API keys again.",
    );
  }
  return secret;
}

/** Whether the address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** The studio's URL for a browser on this machine. */
export function localAddress(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** The sandbox runs unless the environment configures another service. */
export function wantsSandbox(env: Env): boolean {
  if (env.STUDIO_SANDBOX) return env.STUDIO_SANDBOX === "on";
  const configured = env.STUDIO_SERVICE_PROFILE ?? env.STUDIO_SERVICE_BASE_URL;
  return configured === undefined || configured === "sandbox";
}
