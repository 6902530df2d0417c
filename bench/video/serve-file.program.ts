// node <program> <file>: a plain server of one file: one range or all of it, streamed. Prints its port.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [file = ""] = process.argv.slice(2);
const { size } = await stat(file);

const server = createServer((request, response) => {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const range = { start: Number(start ?? 0), end: Number(end || size - 1) };
  response.writeHead(start === undefined ? 200 : 206, {
    "content-type": "video/mp4",
    "content-length": range.end - range.start + 1,
    ...(start === undefined ? {} : { "content-range": `bytes ${range.start}-${range.end}/${size}` }),
  });
  createReadStream(file, range).pipe(response);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
