import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import type { RunningSandbox } from "./run-sandbox";

const readShipped = async (file: string) => (await readFile(path.join("public", file))).toString("base64");

/** The picture of an image example, as the sandbox draws it: one, of a seed of its own, so that it is the same each time. */
export async function drawExample(sandbox: RunningSandbox, input: Record<string, unknown>): Promise<Buffer> {
  const { data } = await sandbox.call<{ data: { image_base64: [string] } }>("/v1/image_generation", {
    seed: 1,
    ...input,
    n: 1,
    response_format: "base64",
  });
  return Buffer.from(data.image_base64[0], "base64");
}

/** The sound of an example: a song, a cover of the song that comes with the studio, or a text spoken at once. */
export async function hearExample(
  sandbox: RunningSandbox,
  generator: "music" | "cover" | "speech",
  input: Record<string, unknown>,
): Promise<Buffer> {
  const { audio_url: covered, ...rest } = input;
  const reference = covered ? { audio_base64: await readShipped("sounds/harbour-waltz.mp3") } : {};
  const { data } = await sandbox.call<{ data: { audio: string } }>(
    generator === "speech" ? "/v1/t2a_v2" : "/v1/music_generation",
    { ...rest, ...reference, stream: false, output_format: "hex" },
  );
  return Buffer.from(data.audio, "hex");
}

/** The sound of a narration example, out of the archive that its task leaves. */
export async function hearNarration(
  sandbox: RunningSandbox,
  input: Record<string, unknown>,
): Promise<Buffer> {
  const { task_id: taskId } = await sandbox.call<{ task_id: string }>("/v1/t2a_async_v2", input);
  for (;;) {
    const task = await sandbox.call<{ status: string; file_id: string }>(
      `/v1/query/t2a_async_query_v2?task_id=${taskId}`,
    );
    if (task.status === "Success") {
      return readSound(await sandbox.fetch(`/v1/files/retrieve_content?file_id=${task.file_id}`));
    }
    if (task.status !== "Processing") throw new Error(`The narration ended as ${task.status}.`);
  }
}

async function readSound(response: Response): Promise<Buffer> {
  const members = Readable.from([Buffer.from(await response.arrayBuffer())]).pipe(extract());
  for await (const member of members) {
    const bytes = await buffer(member);
    if (/\.(mp3|flac|wav)$/.test(member.header.name)) return bytes;
  }
  throw new Error("There is no sound in the archive.");
}
