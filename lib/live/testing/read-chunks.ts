/** Passes on each chunk of a response body as text, to its end. */
export async function readChunks(
  stream: ReadableStream<Uint8Array>,
  onChunk: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read())
    onChunk(decoder.decode(step.value));
}
