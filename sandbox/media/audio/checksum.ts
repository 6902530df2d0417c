const tables = new Map<number, Uint32Array>();

/** A cyclic redundancy check of 8, 16 or 32 bits, not reflected, as FLAC frames and Ogg pages carry it. */
export function checksum(bytes: Uint8Array, bits: 8 | 16 | 32, polynomial: number): number {
  // Held in the upper bits of 32, which makes the three widths alike.
  const shift = 32 - bits;
  const table = tables.get(polynomial) ?? makeTable(polynomial << shift);
  tables.set(polynomial, table);
  let value = 0;
  for (const byte of bytes) value = (value << 8) ^ table[(value >>> 24) ^ byte]!;
  return value >>> shift;
}

function makeTable(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_entry, byte) => {
    let value = byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ polynomial : value << 1;
    return value;
  });
}
