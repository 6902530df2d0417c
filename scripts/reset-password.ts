// npm run reset-password -- <email>: sets a new password for a person who forgot theirs, and removes their second factor. The studio must be running, or
// DATABASE_URL set.
import path from "node:path";
import { resetPassword } from "@/lib/auth/passwords.server";
import { createDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findRunningDatabase } from "./find-running-database";

async function main(email: string | undefined): Promise<number> {
  if (!email) {
    console.error("usage: npm run reset-password -- <email>");
    return 2;
  }
  const dataDir = path.resolve(process.env.STUDIO_DATA_DIR || ".data");
  const url = process.env.DATABASE_URL || (await findRunningDatabase(dataDir));
  if (!url) {
    console.error(
      "The studio isn't running. Start it with npm start, then run this again in another terminal.",
    );
    return 1;
  }
  const database = createDatabase(url, { maxConnections: 1 });
  try {
    const password = await resetPassword(email, database);
    console.log(`New password for ${email}: ${password}`);
    console.log(
      "All sessions and tokens of this account have ended, and it has no second factor. Change the password under Settings → Account.",
    );
    return 0;
  } catch (error) {
    if (!(error instanceof StudioError && error.code === "not-found")) throw error;
    console.error(`No account in this studio uses ${email}.`);
    return 1;
  } finally {
    await database.$disconnect();
  }
}

process.exitCode = await main(process.argv[2]);
