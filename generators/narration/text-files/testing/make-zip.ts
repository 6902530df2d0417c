import { crc32, deflateRawSync } from "node:zlib";

export interface ZipMember {
  name: string;
  content?: string | Uint8Array;
  /** Sets the encryption flag without encrypting. */
  encrypted?: boolean;
  /** A wrong checksum damages the archive. */
  checksum?: number;
}

/** A ZIP with the given members, including invalid ones. */
export function makeZip(members: readonly ZipMember[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", encrypted = false, checksum } of members) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(checksum ?? crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const file = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, rest, nameBytes]));
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  const directoryBytes = Buffer.concat(directory);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directoryBytes, end]);
}
