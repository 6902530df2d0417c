import path from "node:path";
import { z } from "zod";

/** An empty variable counts as unset, because people empty a line of .env to disable it. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .transform((value) => value.replace(/\/+$/, ""))
  .describe("an http or https address without a trailing slash");

/** A number of days, or `off` for no limit. The minimum is also that of the database trigger `AuditEvent_keep_recent`. */
const auditDays = optional(
  z.string().refine((value) => value === "off" || (/^\d{2,5}$/.test(value) && Number(value) >= 90), {
    error: "off, or a number of days from 90 to 99999",
  }),
).transform((value) => (value === "off" ? null : Number(value ?? 400)));

/** A number of days, or `off` for no limit. */
const trashDays = optional(
  z.string().refine((value) => value === "off" || /^[1-9]\d{0,4}$/.test(value), {
    error: "off, or a number of days from 1 to 99999",
  }),
).transform((value) => (value === "off" ? null : Number(value ?? 30)));

/** Fewer than three let a request that needs two wait for itself. */
const poolSize = z.coerce.number().int().min(3).max(500);

/** Of OpenTelemetry's specification, those that need nothing else. */
const traceSamplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** `host:port` entries, separated by commas, as hostAndPort writes them. */
const hostsAndPorts = z
  .string()
  .transform((list) => list.split(",").flatMap((entry) => entry.trim().toLowerCase() || []))
  .pipe(
    z.array(
      z.string().refine((entry) => /^[^/?#@]+:\d{1,5}$/.test(entry) && URL.canParse(`http://${entry}`), {
        error: "hosts with a port, separated by commas, for example 192.168.1.20:8080",
      }),
    ),
  )
  .transform((entries) =>
    entries.map((entry) => `${new URL(`http://${entry}`).hostname}:${Number(/\d+$/.exec(entry)?.[0])}`),
  );

/** All environment variables. README.md documents them, .env.example lists them. */
export const envSchema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    HOST: z.string().min(1).default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    STUDIO_DATA_DIR: z.string().min(1).default(".data"),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
    DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
    STUDIO_RELAY_URL: optional(z.url({ protocol: /^(nats|tls)$/ })),
    STUDIO_PUBLIC_URL: optional(httpUrl),
    STUDIO_TRUST_PROXY: z.enum(["on", "off"]).default("off"),
    STUDIO_SECRET: optional(z.string().min(32, "at least 32 characters")),
    STUDIO_SECRET_PREVIOUS: optional(z.string().min(32, "at least 32 characters")),
    STUDIO_OWNER_EMAIL: optional(z.email()),
    STUDIO_OWNER_PASSWORD: optional(z.string().min(12, "at least 12 characters")),
    STUDIO_SESSION_IDLE_HOURS: optional(z.coerce.number().int().min(1).max(720)).transform(
      (hours) => hours ?? 168,
    ),
    STUDIO_CONFIRM_MINUTES: optional(z.coerce.number().int().min(1).max(43_200)).transform(
      (minutes) => minutes ?? 30,
    ),
    STUDIO_OIDC_ISSUER: optional(httpUrl),
    STUDIO_OIDC_CLIENT_ID: optional(z.string().min(1)),
    STUDIO_OIDC_CLIENT_SECRET: optional(z.string().min(1)),
    STUDIO_OIDC_NAME: optional(z.string().trim().min(1).max(40)).transform(
      (name) => name ?? "single sign-on",
    ),
    STUDIO_AUDIT_DAYS: auditDays,
    STUDIO_TRASH_DAYS: trashDays,
    STUDIO_API_TOKEN: optional(z.string().min(24, "at least 24 characters")),
    STUDIO_SERVICE_BASE_URL: optional(httpUrl),
    STUDIO_SERVICE_ALT_BASE_URL: optional(httpUrl),
    STUDIO_SERVICE_API_KEY: optional(z.string().min(1)),
    STUDIO_SERVICE_PROFILE: optional(z.enum(["sandbox", "custom", "minimax-global", "minimax-cn"])),
    STUDIO_PRIVATE_HOSTS: optional(hostsAndPorts),
    STUDIO_SANDBOX: optional(z.enum(["on", "off"])),
    STUDIO_ROLE: z.enum(["all", "web", "worker"]).default("all"),
    STUDIO_WEB_CONNECTIONS: optional(poolSize).transform((size) => size ?? 10),
    STUDIO_WORKER_CONNECTIONS: optional(poolSize).transform((size) => size ?? 12),
    STUDIO_DISK_RESERVE_MB: z.coerce.number().int().min(0).default(500),
    STUDIO_STOP_SECONDS: z.coerce.number().int().min(1).default(10),
    STUDIO_DRAIN_SECONDS: z.coerce.number().int().min(0).default(0),
    STUDIO_STORAGE: z.enum(["disk", "s3"]).default("disk"),
    STUDIO_S3_BUCKET: optional(z.string().min(1)),
    STUDIO_S3_REGION: optional(z.string().min(1)),
    STUDIO_S3_ENDPOINT: optional(httpUrl),
    STUDIO_S3_PUBLIC_ENDPOINT: optional(httpUrl),
    STUDIO_S3_ACCESS_KEY_ID: optional(z.string().min(1)),
    STUDIO_S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
    STUDIO_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(httpUrl),
    OTEL_EXPORTER_OTLP_HEADERS: optional(z.string()),
    OTEL_SERVICE_NAME: optional(z.string()).transform((name) => name ?? "reverie"),
    OTEL_RESOURCE_ATTRIBUTES: optional(z.string()),
    OTEL_TRACES_SAMPLER: optional(z.enum(traceSamplers)).transform((name) => name ?? "parentbased_always_on"),
    OTEL_TRACES_SAMPLER_ARG: optional(z.coerce.number().min(0).max(1)).transform((ratio) => ratio ?? 1),
    /** Set by the launcher for its processes, never by people. */
    STUDIO_SANDBOX_BASE_URL: optional(httpUrl),
    STUDIO_SANDBOX_ALT_BASE_URL: optional(httpUrl),
    STUDIO_LOCAL_URL: optional(httpUrl),
    REVERIE_PROCESS: optional(z.string()),
  })
  .superRefine((env, context) => {
    const needs = (when: boolean, key: string, message: string) => {
      if (when) context.addIssue({ code: "custom", path: [key], message });
    };
    needs(
      Boolean(env.STUDIO_OWNER_EMAIL) !== Boolean(env.STUDIO_OWNER_PASSWORD),
      env.STUDIO_OWNER_EMAIL ? "STUDIO_OWNER_PASSWORD" : "STUDIO_OWNER_EMAIL",
      "set both an email and a password for the owner",
    );
    const oidc = ["STUDIO_OIDC_ISSUER", "STUDIO_OIDC_CLIENT_ID", "STUDIO_OIDC_CLIENT_SECRET"] as const;
    for (const key of oidc)
      needs(
        !env[key] && oidc.some((other) => env[other]),
        key,
        "required for OIDC: set the issuer, the client ID and the client secret",
      );
    needs(
      env.DATABASE_DIRECT_URL !== undefined && !env.DATABASE_URL,
      "DATABASE_URL",
      "required with DATABASE_DIRECT_URL: the address of the pooler",
    );
    needs(
      env.STUDIO_ROLE !== "all" && !env.DATABASE_URL,
      "DATABASE_URL",
      "required when STUDIO_ROLE is web or worker: the built-in PostgreSQL serves one machine",
    );
    needs(
      env.STUDIO_DRAIN_SECONDS >= env.STUDIO_STOP_SECONDS,
      "STUDIO_DRAIN_SECONDS",
      "less than STUDIO_STOP_SECONDS, of which it is a part",
    );
    needs(
      env.STUDIO_STORAGE === "s3" && !env.STUDIO_S3_BUCKET,
      "STUDIO_S3_BUCKET",
      "required when STUDIO_STORAGE is s3",
    );
    needs(
      env.STUDIO_SERVICE_PROFILE === "custom" && !env.STUDIO_SERVICE_BASE_URL,
      "STUDIO_SERVICE_BASE_URL",
      "required when STUDIO_SERVICE_PROFILE is custom",
    );
  });

export type Env = z.infer<typeof envSchema>;

/** An invalid setting: names the variables and what they need, never their values. */
export class EnvError extends Error {
  readonly problems: { name: string; message: string }[];
  constructor(problems: { name: string; message: string }[]) {
    super(`Invalid settings: ${problems.map(({ name, message }) => `${name}: ${message}`).join("; ")}`);
    this.name = "EnvError";
    this.problems = problems;
  }
}

/** Parses variables; throws EnvError with all invalid ones. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(source);
  if (result.success) return result.data;
  throw new EnvError(
    result.error.issues.map((issue) => ({ name: issue.path.join("."), message: issue.message })),
  );
}

// One per process, although Next bundles routes separately and reloads modules in development.
const globalForEnv = globalThis as { reverieEnv?: Env };

/** The settings of this process, parsed once. */
export function getEnv(): Env {
  globalForEnv.reverieEnv ??= parseEnv(process.env);
  return globalForEnv.reverieEnv;
}

/** The data folder as an absolute path. */
export function getDataDir(): string {
  return path.resolve(/* turbopackIgnore: true */ process.cwd(), getEnv().STUDIO_DATA_DIR);
}

/**
 * next-auth 4 takes its own address only from two variables: NEXTAUTH_URL, or the request's host with
 * AUTH_TRUST_HOST. Sets both from STUDIO_PUBLIC_URL, so that signing in works on any host and port and a stray
 * NEXTAUTH_URL has no effect. AUTH_TRUST_HOST reads X-Forwarded-Host, which only a declared proxy can send
 * (scripts/launcher/tell-peer-address.mjs).
 */
export function applyNextAuthEnv(): void {
  const publicUrl = getEnv().STUDIO_PUBLIC_URL;
  process.env.AUTH_TRUST_HOST = "true";
  if (publicUrl) process.env.NEXTAUTH_URL = new URL(publicUrl).origin;
  else delete process.env.NEXTAUTH_URL;
}
