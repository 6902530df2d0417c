import { adminName, databaseName, deriveStudioPassword, roleName } from "./postgres-cluster.server";

export function adminAddress(port: number, password: string, database = "postgres"): string {
  return `postgresql://${adminName}:${password}@127.0.0.1:${port}/${database}`;
}

/** The address of the studio's role, whose password follows from the superuser's. */
export function studioAddress(port: number, adminPassword: string): string {
  return `postgresql://${roleName}:${deriveStudioPassword(adminPassword)}@127.0.0.1:${port}/${databaseName}`;
}
