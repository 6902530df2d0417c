// The studio's decoder: bytes are emitted while the body arrives.
import { decodeJsonStream } from "../../lib/service/decode-json-stream.server.ts";
import { reportWork } from "./measure-work.ts";

await reportWork(async (body, check) => {
  await decodeJsonStream(body, {
    targets: [
      {
        path: "data.audio",
        encoding: "hex",
        async consume(bytes) {
          for await (const chunk of bytes) check.take(chunk);
        },
      },
    ],
  });
});
