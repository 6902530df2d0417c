/** One file of an archive. */
export interface UnpackedMember {
  /** Relative, with `/`, without `..`; "" for bytes that are no archive. Not unique, and no place to write to. */
  path: string;
  /** Unpacked, as far as the archive tells before it is read. */
  bytes?: number;
  /** The bytes, once, and only until the next member is asked for. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Hands out one member and then reads what its reader left, so that the archive stands at the next one and the faults of
 * bytes that nobody asked for are seen too.
 */
export async function* handOut(
  facts: { path: string; bytes?: number },
  content: AsyncGenerator<Uint8Array>,
): AsyncGenerator<UnpackedMember> {
  let opened = false;
  try {
    yield {
      ...facts,
      open() {
        if (opened) throw new Error(`The member ${JSON.stringify(facts.path)} was read already`);
        opened = true;
        // Without `return`: a reader who leaves early must not end the archive.
        return { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) };
      },
    };
    for await (const chunk of content) void chunk;
  } finally {
    await content.return(undefined);
  }
}
