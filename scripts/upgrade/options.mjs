// What npm run upgrade was asked for. Runs on Node 20.9 with nothing installed.
import path from "node:path";
import { parseArgs } from "node:util";
import { UpgradeError } from "./upgrade-error.mjs";

export const usage = `usage: npm run upgrade [-- options]

  --to REF               a tag, branch or commit; the newest released version by default
  --backup FOLDER        where to back up; the folder "backup" in the data folder by default
  --without-backup       if you have a backup
  --stop COMMAND         how to stop and start the studio, if something else than npm start runs it,
  --start COMMAND        such as "systemctl stop reverie" and "systemctl start reverie"
  --wait SECONDS         how long the studio may take to be ready; 600 by default
  --undo                 back to the version before
  --restore-database     with --undo, where a version changed the database for good: back to the database before it, too

See docs/upgrade.md.`;

export const defaultWaitSeconds = 600;

/** Folders are relative to where the person is; npm changes to the folder of the project. */
const given = (folder) => path.resolve(process.env.INIT_CWD || process.cwd(), folder);

/** @param {string[]} words */
export function readOptions(words) {
  let values;
  try {
    ({ values } = parseArgs({
      args: words,
      options: {
        to: { type: "string" },
        backup: { type: "string" },
        "without-backup": { type: "boolean" },
        stop: { type: "string" },
        start: { type: "string" },
        wait: { type: "string" },
        undo: { type: "boolean" },
        "restore-database": { type: "boolean" },
        help: { type: "boolean" },
      },
    }));
  } catch (error) {
    throw new UpgradeError(`${error.message}\n\n${usage}`, { cause: error });
  }
  const waitSeconds = Number(values.wait ?? defaultWaitSeconds);
  if (!(waitSeconds > 0)) throw new UpgradeError(`--wait needs a number of seconds.\n\n${usage}`);
  if ((values.stop === undefined) !== (values.start === undefined)) {
    throw new UpgradeError(`--stop and --start belong together.\n\n${usage}`);
  }
  return {
    to: values.to,
    backup: values.backup === undefined ? undefined : given(values.backup),
    withoutBackup: values["without-backup"] ?? false,
    stop: values.stop,
    start: values.start,
    waitSeconds,
    undo: values.undo ?? false,
    restoreDatabase: values["restore-database"] ?? false,
    help: values.help ?? false,
  };
}
