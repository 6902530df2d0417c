import { existsSync, readdirSync } from "node:fs";
import createNextIntlPlugin from "next-intl/plugin";

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

/**
 * Headers that do not depend on the request. The Content-Security-Policy needs a nonce for each page, so proxy.ts
 * sets it for pages; what is not a page (API, media, files) gets one that lets nothing run.
 */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
];

/** Headers about documents, which scripts, styles and fonts are not; a page loads about twenty of those. */
const documentHeaders = [
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), geolocation=(), microphone=(self), payment=(), usb=(), browsing-topics=()",
  },
];

const inertContentPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
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
  },
  turbopack: {
    // The icons of lucide-react import it by this name.
    resolveAlias: { "../createLucideIcon.mjs": "./components/ui/create-icon.ts" },
  },
  images: { unoptimized: true },
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: "/((?!_next/static/).*)", headers: documentHeaders },
      {
        source: "/api/:path*",
        headers: [{ key: "Content-Security-Policy", value: inertContentPolicy }],
      },
    ];
  },
};

export default withNextIntl(nextConfig);
