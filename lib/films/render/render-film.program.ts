import { limitDecoder } from "@/lib/media/decoding/limit-decoder";
import { RenderError } from "./render-fault";
import { renderFilm } from "./render-film";
import type { FromRenderProcess, RenderOrder, ToRenderProcess } from "./render-order";

// The program of the process that renders one film: see run-render.server.ts.

function send(message: FromRenderProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error("This program runs as a child process with a channel");
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

async function answer(order: RenderOrder): Promise<void> {
  try {
    const film = await renderFilm(order, (progress) => void send({ type: "progress", ...progress }));
    await send({ type: "done", film });
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const { fault, message, itemId } = error;
    await send({ type: "failed", fault, detail: message, itemId });
  }
  process.exit(0);
}

limitDecoder();
process.on("message", ({ order }: ToRenderProcess) => void answer(order));
