import { once } from "node:events";
import path from "node:path";
import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { preload } from "./node-options";

const root = path.resolve(import.meta.dirname, "../..");
/** Answers each request with its number, and prints its port. */
const program = `
  import { createServer } from "node:http";
  let count = 0;
  const server = createServer((request, response) => response.end(String(++count)));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

function startServer({ hasLauncher }: { hasLauncher: boolean }) {
  return spawn(
    process.execPath,
    [...preload(root, "hold-requests.mjs"), "--input-type=module", "--eval", program],
    { stdio: ["ignore", "pipe", "inherit", ...(hasLauncher ? (["ipc"] as const) : [])] },
  );
}

describe("requests before the database is ready", () => {
  it("are answered in their order once the launcher says that it is", async () => {
    const server = startServer({ hasLauncher: true });
    try {
      const address = `http://127.0.0.1:${String((await once(server.stdout!, "data"))[0]).trim()}`;
      let isAnswered = false;
      const first = fetch(address).then((response) => {
        isAnswered = true;
        return response.text();
      });
      // Time for an answer that must not come.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const second = fetch(address).then((response) => response.text());
      expect(isAnswered).toBe(false);
      server.send("serve");
      expect(await Promise.all([first, second])).toEqual(["1", "2"]);
      expect(await (await fetch(address)).text()).toBe("3");
    } finally {
      server.kill();
    }
  });

  it("are answered at once without a launcher", async () => {
    const server = startServer({ hasLauncher: false });
    try {
      const port = String((await once(server.stdout!, "data"))[0]).trim();
      expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("1");
    } finally {
      server.kill();
    }
  });
});
