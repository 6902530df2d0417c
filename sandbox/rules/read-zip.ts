import { fromBufferPromise } from "yauzl";

export interface ZipMember {
  name: string;
  bytes: Buffer;
}

const MAXIMUM_MEMBER_BYTES = 16 * 1024 * 1024;
const MAXIMUM_MEMBERS = 1_000;

/** The files of a zip archive, without folders; null if the bytes are not a zip archive or are damaged. */
export async function readZip(archive: Buffer): Promise<ZipMember[] | null> {
  try {
    const zip = await fromBufferPromise(archive, {});
    if (zip.entryCount > MAXIMUM_MEMBERS) return null;
    const members: ZipMember[] = [];
    for await (const entry of zip.eachEntry()) {
      if (entry.uncompressedSize > MAXIMUM_MEMBER_BYTES) return null;
      if (entry.fileName.endsWith("/")) continue;
      const stream = await zip.openReadStreamPromise(entry);
      members.push({ name: entry.fileName, bytes: Buffer.concat(await stream.toArray()) });
    }
    return members;
  } catch (error) {
    // The reader has no error class: any error means that the archive is damaged.
    if (error instanceof Error) return null;
    throw error;
  }
}
