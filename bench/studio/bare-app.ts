import { execFile, spawn } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { findFreePort } from "@/lib/network/free-port.server";

const next = "node_modules/next/dist/bin/next";

const page = `export default function Page() { return <main>A bare page</main>; }`;
const layout = `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`;
/** Without one, a browser asks for /favicon.ico, which is missing. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>`;
/** Writes one row durably. */
const route = `import pg from "pg";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
export async function POST(request) {
  const { note } = await request.json();
  await pool.query("INSERT INTO bench_floor (note) VALUES ($1)", [note]);
  return Response.json({ status: "success" });
}`;

/** Reads nothing. */
const emptyRoute = `export async function GET() {
  return Response.json({ items: [] });
}`;

/** A page and routes of the same framework and packages that do nothing else: what any studio built with them costs. */
export interface BareApp {
  /** Serves it and resolves once the page was read. */
  start: (environment?: Record<string, string>) => Promise<{ address: string; stop: () => Promise<void> }>;
}

/**
 * Writes and builds it in `folder`.
 *
 * @param options.packages the folder with node_modules, which contains `folder`
 */
export async function buildBareApp(folder: string, { packages }: { packages: string }): Promise<BareApp> {
  await rm(path.join(folder, ".next"), { recursive: true, force: true });
  for (const name of ["row", "nothing"]) await mkdir(path.join(folder, "app", name), { recursive: true });
  const config = `export default { turbopack: { root: ${JSON.stringify(packages)} }, serverExternalPackages: ["pg"] };`;
  const files = {
    "next.config.mjs": config,
    "app/page.jsx": page,
    "app/layout.jsx": layout,
    "app/icon.svg": icon,
    "app/row/route.js": route,
    "app/nothing/route.js": emptyRoute,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const program = path.join(packages, next);
  const environment = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  await promisify(execFile)(process.execPath, [program, "build"], { cwd: folder, env: environment });
  return {
    async start(more = {}) {
      const port = String(await findFreePort());
      const child = spawn(process.execPath, [program, "start", "--hostname", "127.0.0.1", "--port", port], {
        cwd: folder,
        env: { ...environment, ...more },
        stdio: "ignore",
      });
      const address = `http://127.0.0.1:${port}`;
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      while (!(await readsPage(address))) {
        if (child.exitCode !== null) throw new Error("The bare app did not start.");
        await delay(10);
      }
      const stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
      return { address, stop };
    },
  };
}

async function readsPage(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    return response.ok && (await response.text()).includes("</html>");
  } catch (error) {
    // It does not listen yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Copies what `npm ci` reads. */
export async function copyManifest(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
    await copyFile(path.join(from, name), path.join(to, name));
  }
}
