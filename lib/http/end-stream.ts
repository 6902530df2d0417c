/** The same stream, which calls `end` before its reader learns that it was read, failed or was cancelled. */
export function endStream(
  stream: ReadableStream<Uint8Array>,
  end: () => void | Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
        } catch (error) {
          await end();
          throw error;
        }
        await end();
        controller.close();
      },
      async cancel(reason) {
        try {
          await reader.cancel(reason);
        } finally {
          await end();
        }
      },
    },
    { highWaterMark: 0 },
  );
}
