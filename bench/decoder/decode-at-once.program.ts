// The reference, at its fastest: the whole body, JSON.parse, Buffer.from(hex).
import { reportWork } from "./measure-work.ts";

await reportWork(async (body, check) => {
  const response = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString("utf8")) as {
    data: { audio: string };
  };
  check.take(Buffer.from(response.data.audio, "hex"));
});
