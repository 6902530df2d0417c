// npm run release -- <folder>: builds the studio and copies what runs into a new folder, without sources and compilers. Start it
// with node scripts/start.mjs there, which writes to STUDIO_DATA_DIR and the temporary folder only.
import { existsSync } from "node:fs";
import path from "node:path";
import { bundleLauncher, bundleTogether, compiledCommands, stopCompiler } from "./bundle.mjs";
import { generateDatabaseClient } from "./generate-database-client.mjs";
import { ensureBuild } from "./launcher/build-studio";
import { LaunchError } from "./launcher/console";
import { copyRelease } from "./release/copy-release";
import { listReleaseFiles } from "./release/list-release-files";
import { sbomFile, sumsFile, writeSbom, writeSums } from "./release/write-sbom";

/** Commands for people who run a studio. */
const commands = ["backup", "restore", "verify", "export", "import", "reset-password", "doctor/main"].map(
  (name) => `scripts/${name}.ts`,
);

async function makeRelease(root: string, folder: string): Promise<void> {
  await generateDatabaseClient(root);
  await ensureBuild(root, ".cache/build.log");
  await bundleLauncher(root);
  await bundleTogether(root, commands, compiledCommands);
  await stopCompiler();
  const files = await listReleaseFiles(root);
  const bytes = await copyRelease(root, files, folder);
  const packages = await writeSbom(root, files, folder);
  await writeSums(folder);
  console.log(
    `${folder}: ${files.length} files, ${Math.round(bytes / 1e6)} MB, of ${packages} packages (${sbomFile}, ${sumsFile})`,
  );
}

const [, , given] = process.argv;
const folder = given && path.resolve(process.env.INIT_CWD || process.cwd(), given);
try {
  if (!folder) throw new LaunchError("usage: npm run release -- <folder>");
  if (existsSync(folder)) throw new LaunchError(`${folder} exists. Name a new folder.`);
  await makeRelease(process.cwd(), folder);
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
