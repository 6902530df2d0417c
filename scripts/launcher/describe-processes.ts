import path from "node:path";
import { preload, webNodeOptions, workerNodeOptions } from "./node-options";
import type { LauncherSettings } from "./settings";
import type { ProcessDescription } from "./supervised-process";

type FixedPart = Pick<ProcessDescription, "name" | "root" | "nodeArguments" | "env" | "logFile">;

/** The program of the web and its options. */
export function describeWeb(settings: LauncherSettings, port: number): FixedPart {
  const { root, env, development } = settings;
  return {
    name: "web",
    root,
    nodeArguments: [
      ...webNodeOptions,
      ...preload(
        root,
        "hear-launcher.mjs",
        // Before the guard, which then counts a held request's body as it arrives.
        ...(development ? [] : ["hold-requests.mjs"]),
        "guard-requests.mjs",
        "tell-peer-address.mjs",
        "require-https.mjs",
        "tell-body-length.mjs",
        ...(development ? [] : ["serve-compressed.mjs", "find-source-maps.mjs"]),
      ),
      path.join(root, "node_modules/next/dist/bin/next"),
      development ? "dev" : "start",
      ...["--hostname", env.HOST, "--port", String(port)],
    ],
    logFile: findLogFile(settings, "web"),
  };
}

/** The program of the worker and its options. Without a web, it answers requests for its health at `port`. */
export function describeWorker(settings: LauncherSettings, port: number): FixedPart {
  const { root } = settings;
  return {
    name: "worker",
    root,
    nodeArguments: [
      ...workerNodeOptions,
      ...preload(root, "hear-launcher.mjs", "map-own-stacks.mjs"),
      path.join(root, "dist/worker.mjs"),
    ],
    env: { PORT: String(port) },
    logFile: findLogFile(settings, "worker"),
  };
}

function findLogFile({ development, logsDir }: LauncherSettings, name: string): string | null {
  return development ? null : path.join(logsDir, `${name}.log`);
}
