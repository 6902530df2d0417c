import { once } from "node:events";
import { createServer } from "node:net";
import { adminName, databaseName, deriveStudioPassword, roleName } from "./postgres-cluster.server";

export function adminAddress(port: number, password: string, database = "postgres"): string {
  return `postgresql://${adminName}:${password}@127.0.0.1:${port}/${database}`;
}

/** The address of the studio's role, whose password follows from the superuser's. */
export function studioAddress(port: number, adminPassword: string): string {
  return `postgresql://${roleName}:${deriveStudioPassword(adminPassword)}@127.0.0.1:${port}/${databaseName}`;
}

/** A port of this machine that nobody listens on: the preferred one, if it is free. */
export async function findFreePort(preferred = 0): Promise<number> {
  const server = createServer().listen({ port: preferred, host: "127.0.0.1", exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    if (preferred !== 0 && (error as NodeJS.ErrnoException).code === "EADDRINUSE") return findFreePort();
    throw error;
  }
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system returned no free port.");
  return address.port;
}
