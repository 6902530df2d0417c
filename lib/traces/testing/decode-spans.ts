/** A span as a collector receives it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  name: string;
  kind: number;
  /** Epoch milliseconds. */
  fromMs: number;
  toMs: number;
  attributes: Record<string, string | number | boolean>;
  events: string[];
  /** 2 for an error. */
  status: number;
  /** Of the process that sent it. */
  resource: Record<string, string | number | boolean>;
}

/** The values of a protobuf message by field number: varints and fixed64 as bigint, the rest as bytes. */
type Message = Map<number, (bigint | Buffer)[]>;

/** Reads the wire format of protobuf, as far as OTLP uses it. */
function parseMessage(bytes: Buffer): Message {
  const message: Message = new Map();
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => bytes.subarray(at, (at += length));
  const readers: Record<number, () => bigint | Buffer> = {
    0: readVarint,
    1: () => take(8).readBigUInt64LE(),
    2: () => take(Number(readVarint())),
    5: () => BigInt(take(4).readUInt32LE()),
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const read = readers[tag & 7];
    if (!read) throw new Error(`Unknown wire type ${tag & 7}`);
    message.set(tag >> 3, [...(message.get(tag >> 3) ?? []), read()]);
  }
  return message;
}

const bytesOf = (message: Message, field: number) => (message.get(field) ?? []) as Buffer[];
const numberOf = (message: Message, field: number) => Number((message.get(field) ?? [0n])[0]);
const messagesOf = (message: Message, field: number) => bytesOf(message, field).map(parseMessage);
const textOf = (message: Message, field: number) => bytesOf(message, field)[0]?.toString() ?? "";

function readAttributes(message: Message, field: number): ReceivedSpan["attributes"] {
  return Object.fromEntries(
    messagesOf(message, field).map((attribute) => {
      const value = messagesOf(attribute, 2)[0]!;
      const read = value.has(1)
        ? textOf(value, 1)
        : value.has(2)
          ? numberOf(value, 2) === 1
          : numberOf(value, 3);
      return [textOf(attribute, 1), read];
    }),
  );
}

/** The spans of an ExportTraceServiceRequest of OTLP. */
export function decodeSpans(body: Buffer): ReceivedSpan[] {
  return messagesOf(parseMessage(body), 1).flatMap((resourceSpans) => {
    const [resource] = messagesOf(resourceSpans, 1);
    return messagesOf(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesOf(scopeSpans, 2).map((span) => ({
        traceId: bytesOf(span, 1)[0]!.toString("hex"),
        spanId: bytesOf(span, 2)[0]!.toString("hex"),
        parentId: bytesOf(span, 4)[0]?.toString("hex") ?? "",
        name: textOf(span, 5),
        kind: numberOf(span, 6),
        fromMs: numberOf(span, 7) / 1e6,
        toMs: numberOf(span, 8) / 1e6,
        attributes: readAttributes(span, 9),
        events: messagesOf(span, 11).map((event) => textOf(event, 2)),
        status: numberOf(messagesOf(span, 15)[0] ?? new Map(), 3),
        resource: resource ? readAttributes(resource, 1) : {},
      })),
    );
  });
}
