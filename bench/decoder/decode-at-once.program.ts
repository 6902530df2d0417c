// The plain way, in its fastest form: the whole body, JSON.parse, Buffer.from(hex).
import { reportWork } from "./measure-work.ts";

await reportWork(async (body, check) => {
  const answer = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString("utf8")) as {
    data: { audio: string };
  };
  check.take(Buffer.from(answer.data.audio, "hex"));
});
