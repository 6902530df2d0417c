const SERIAL = 0x52455645;

/** One page of an Ogg stream. Flags: 2 begins the stream, 4 ends it. */
export function makeOggPage(
  packets: readonly Buffer[],
  page: { sequence: number; granule: bigint; flags: number },
): Buffer {
  const segments = packets.flatMap(({ byteLength }) => [
    ...Array.from({ length: Math.floor(byteLength / 255) }, () => 255),
    byteLength % 255,
  ]);
  const header = Buffer.alloc(27);
  header.write("OggS", 0, "latin1");
  header.writeUInt8(page.flags, 5);
  header.writeBigInt64LE(page.granule, 6);
  header.writeUInt32LE(SERIAL, 14);
  header.writeUInt32LE(page.sequence, 18);
  header.writeUInt8(segments.length, 26);
  const bytes = Buffer.concat([header, Buffer.from(segments), ...packets]);
  bytes.writeUInt32LE(crc32(bytes), 22);
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_unused, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** The checksum of an Ogg page: polynomial 0x04c11db7, not reflected. */
function crc32(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}
