// npm run import -- <file> --email <address>: brings an archive of npm run export into an account, while the studio runs.
import { parseArgs } from "node:util";
import { importAccount } from "@/lib/archive/import-account.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { count, requireDatabaseUrl, runCommand, UsageError } from "./backup/console";

const usage = `usage: npm run import -- <file> --email <address of the account>

Brings everything of an archive into the account. What the account has already stays as it is, so an import that was cut
off continues when it is repeated.`;

function readArguments(args: string[]): { email: string; file: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { email: { type: "string" } },
      allowPositionals: true,
    });
    const [file, ...rest] = positionals;
    if (!values.email || !file || rest.length > 0) throw new UsageError(usage);
    return { email: values.email, file };
  } catch (cause) {
    throw new UsageError(usage, { cause });
  }
}

async function main(args: string[]): Promise<number> {
  const { email, file } = readArguments(args);
  const studio = { databaseUrl: await requireDatabaseUrl(), store: await getBlobStore() };
  const { generations, known, files, films, lost } = await importAccount({ ...studio, email, file });
  console.log(`Imported ${count(generations, "generation")} and ${count(files, "file")} into ${email}`);
  const added = films.filter(({ isKnown }) => !isKnown).length;
  if (added > 0) console.log(`Imported ${count(added, "film")}`);
  if (known > 0) console.log(`The account had already: ${count(known, "generation")}`);
  for (const sha256 of lost) console.error(`missing in the archive: ${sha256}`);
  return lost.length > 0 ? 1 : 0;
}

await runCommand(() => main(process.argv.slice(2)));
