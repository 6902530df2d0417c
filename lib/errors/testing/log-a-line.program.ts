import { setTimeout as delay } from "node:timers/promises";
import { getLogger } from "../logger.server";

getLogger().error("The first line");
getLogger().error("The second line");
await delay(10);
process.stdout.write("still running\n");
