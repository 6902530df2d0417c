import pg from "pg";
import { adminName, databaseName, roleName } from "./postgres-cluster.server";

/**
 * Creates the studio's role and database, and gives the role everything in it. The role is no superuser, so that SQL in
 * the studio's name can't run programs or read files. Data folders from before it belong to the superuser. Safe to repeat.
 *
 * @param findAddress the URL of a database as the superuser
 */
export async function ensureStudioDatabase(
  findAddress: (database: string) => string,
  password: string,
): Promise<void> {
  await withClient(findAddress("postgres"), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT rolname AS name FROM pg_roles WHERE rolname = $1 UNION ALL SELECT datname FROM pg_database WHERE datname = $2",
      [roleName, databaseName],
    );
    const has = (name: string) => rows.some((row) => row.name === name);
    const rights = "LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS";
    await client.query(
      `${has(roleName) ? "ALTER" : "CREATE"} ROLE ${roleName} ${rights} PASSWORD ${client.escapeLiteral(password)}`,
    );
    if (has(databaseName)) await client.query(`ALTER DATABASE ${databaseName} OWNER TO ${roleName}`);
    else await client.query(`CREATE DATABASE ${databaseName} OWNER ${roleName}`);
  });
  await withClient(findAddress(databaseName), (client) => client.query(handOver));
}

/**
 * Changes the owner of what the superuser owns, without PostgreSQL's own schemas and extensions. REASSIGN OWNED refuses
 * the superuser that initdb created. Sequences of columns follow their table.
 */
const handOver = `
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    WITH space AS (
      SELECT oid, nspname, nspowner FROM pg_namespace
      WHERE nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'
    ), owned AS (
      SELECT 1 AS step, format('SCHEMA %I', nspname) AS thing FROM space WHERE nspowner = '${adminName}'::regrole
      UNION ALL
      SELECT CASE relkind WHEN 'S' THEN 3 ELSE 2 END,
        format(CASE relkind WHEN 'S' THEN 'SEQUENCE %s' ELSE 'TABLE %s' END, relation.oid::regclass)
      FROM pg_class relation
      WHERE relowner = '${adminName}'::regrole AND relnamespace IN (SELECT oid FROM space)
        AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = relation.oid
            AND (deptype = 'e' OR relkind = 'S' AND deptype IN ('a', 'i'))
        )
      UNION ALL
      SELECT 4, format('ROUTINE %s', routine.oid::regprocedure)
      FROM pg_proc routine
      WHERE proowner = '${adminName}'::regrole AND pronamespace IN (SELECT oid FROM space)
        AND NOT EXISTS (
          SELECT FROM pg_depend
          WHERE classid = 'pg_proc'::regclass AND objid = routine.oid AND deptype = 'e'
        )
      UNION ALL
      SELECT 5, format('TYPE %s', type.oid::regtype)
      FROM pg_type type
      WHERE typowner = '${adminName}'::regrole AND typnamespace IN (SELECT oid FROM space)
        AND typtype IN ('e', 'd', 'r')
        AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = type.oid AND deptype = 'e'
        )
    )
    SELECT format('ALTER %s OWNER TO ${roleName}', thing) FROM owned ORDER BY step
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$`;

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
