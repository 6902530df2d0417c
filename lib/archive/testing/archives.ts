import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { makeZip } from "client-zip";
import { openZip } from "@/lib/media/unpack/unpack-zip.server";

/** The members of an archive, by name. Throws where it has one twice. */
export async function readMembers(file: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(file);
  const members = new Map<string, Buffer>();
  for await (const member of zip.members()) {
    if (members.has(member.name)) throw new Error(`${member.name} is there twice`);
    members.set(member.name, Buffer.concat(await Array.fromAsync(member.read())));
  }
  zip.close();
  return members;
}

/** Writes members as an archive, in this order. */
export async function writeArchive(file: string, members: Iterable<[string, Uint8Array]>): Promise<void> {
  const entries = [...members].map(([name, input]) => ({
    name,
    input: Buffer.from(input),
    lastModified: new Date(),
  }));
  await writeFile(file, Buffer.from(await new Response(makeZip(entries)).arrayBuffer()));
}

/** Writes the hashes and counts that the row files have into the manifest, as somebody who tampers would. */
export function correctManifest(members: Map<string, Buffer>): void {
  const manifest = JSON.parse(members.get("manifest.json")!.toString()) as {
    rows: Record<string, { rows: number; sha256: string }>;
  };
  for (const table of Object.keys(manifest.rows)) {
    const bytes = members.get(`rows/${table}.jsonl`);
    if (!bytes) {
      delete manifest.rows[table];
      continue;
    }
    manifest.rows[table] = {
      rows: bytes.filter((byte) => byte === 10).length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    };
  }
  members.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
}

/** A ZIP whose members all share the bytes of one. */
export function forgeOverlappingZip(names: readonly string[], content: Buffer): Buffer {
  const describe = (name: string) => {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    return fields;
  };
  const first = names[0]!;
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), describe(first), Buffer.from(first), content]);
  const directory = Buffer.concat(
    names.flatMap((name) => [
      Buffer.from("PK\x01\x02"),
      Buffer.from([20, 0]),
      describe(name),
      Buffer.alloc(14),
      Buffer.from(name),
    ]),
  );
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}
