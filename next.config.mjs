import { existsSync, readdirSync, readFileSync } from "node:fs";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { documentHeaders, inertHeaders, securityHeaders } from "./lib/http/security-headers.ts";

/** @param {Record<string, string>} headers */
const listHeaders = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // Of the sources (scripts/launcher/build-studio.ts): builds of the same ones are one build, on every machine.
  generateBuildId: () => process.env.REVERIE_BUILD_ID ?? null,
  // The dev server of `npm run dev` is opened at the address it binds, not at "localhost" only.
  allowedDevOrigins: ["127.0.0.1"],
  reactStrictMode: true,
  // The account menu occupies the default corner.
  devIndicators: { position: "bottom-right" },
  // `npm test` checks types; a first start need not wait for the same check again.
  typescript: { ignoreBuildErrors: true },
  // The dev server must not write instructions for coding assistants into the project.
  agentRules: false,
  typedRoutes: false,
  // There is no CDN in front of the studio that would compress.
  compress: true,
  // The development server would write every argument of a server action to the console: passwords and keys too.
  logging: { serverFunctions: false },
  // Native or self-locating packages stay in node_modules instead of being bundled.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-proto",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@prisma/schema-engine-wasm",
    "file-type",
    "mediabunny",
    "music-metadata",
    "pg",
    "pg-boss",
    "pino",
    "prom-client",
    "rate-limiter-flexible",
    "sharp",
    "undici",
  ],
  experimental: {
    optimizePackageImports: ["lucide-react", "radix-ui"],
    // Files are compressed one by one, so the same modules in few files are smaller than in many: 7 to 14 KiB a page. What loads
    // later is imported where the code that it shares is loaded already, or its file repeats that. Figures: decision 0012.
    turbopackChunking: {
      firstPageLoadPriority: 1,
      requestCost: 3_000_000,
      minChunkSize: 1_000_000,
      maxMergeChunkSize: 900_000,
    },
    // A page loads when it is first opened, which takes no longer than its first rendering anyway (docs/benchmarks.md).
    preloadEntriesOnStart: false,
  },
  turbopack: {
    // Otherwise the outermost folder with a lock file, which for a version that npm run upgrade prepares is not its own.
    root: import.meta.dirname,
    // The icons of lucide-react import it by this name.
    resolveAlias: { "../createLucideIcon.mjs": "./components/ui/create-icon.ts" },
  },
  images: { unoptimized: true },
  // Those that do not depend on the request. The policy of a page has a nonce, so proxy.ts sets it.
  async headers() {
    return [
      { source: "/:path*", headers: listHeaders(securityHeaders) },
      { source: "/((?!_next/static/).*)", headers: listHeaders(documentHeaders) },
      { source: "/api/:path*", headers: listHeaders(inertHeaders) },
    ];
  },
};

/** How many versions the settings tell of. */
const shownReleases = 3;

/**
 * Adds what the build and the development server need: messages in the form in which pages read them, and what is new.
 * @param {import("next").NextConfig} config
 */
async function withTexts(config) {
  const { parseChangelog } = await import("./lib/status/parse-changelog.ts");
  const releases = parseChangelog(readFileSync("CHANGELOG.md", "utf8")).slice(0, shownReleases);
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const generatorMessages = readdirSync("generators")
    .map((name) => `./generators/${name}/messages`)
    .filter((folder) => existsSync(folder));
  const withNextIntl = createNextIntlPlugin({
    requestConfig: "./server/i18n-request.ts",
    experimental: {
      // Messages are parsed when the studio is built: the parser stays out of the browser, 9 KiB of every page.
      messages: {
        path: ["./messages", ...generatorMessages],
        format: "json",
        locales: ["en", "zh"],
        precompile: true,
      },
    },
  });
  const extended = withNextIntl(config);
  // next-intl names its own; this one formats small numbers without Intl.
  extended.turbopack.resolveAlias["use-intl/format-message"] = "./lib/i18n/format-message.ts";
  // Replaced where it is read, by what it was at the build.
  extended.env = { REVERIE_RELEASES: JSON.stringify(releases) };
  return extended;
}

/**
 * The server of built pages does without the plugin, which loads a compiler and a file watcher.
 * @param {string} phase
 */
export default async function configure(phase) {
  return phase === PHASE_PRODUCTION_SERVER ? nextConfig : withTexts(nextConfig);
}
