// node <program> <file> [--at-once] [--in-memory] [--hash]: decodes the audio of a body.
import { decodeJsonStream } from "@/lib/service/decode-json-stream.server";
import { reportWork } from "./measure-work";

if (process.argv.includes("--at-once")) {
  // The reference, at its fastest: the whole body, JSON.parse, Buffer.from(hex).
  await reportWork(async (body, check) => {
    const response = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString("utf8")) as {
      data: { audio: string };
    };
    check.take(Buffer.from(response.data.audio, "hex"));
  });
} else {
  // The studio's decoder: bytes are emitted while the body arrives.
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
}
