/** What a span says. Never a prompt, a title, a key, or an address with a secret in it. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits; random if left out. */
  spanId?: string | undefined;
  /** None for the first span of a trace. */
  parentId?: string | undefined;
  name: string;
  kind?: "server" | "client" | undefined;
  /** Epoch milliseconds of the studio's clock, as all moments here. */
  fromMs: number;
  attributes?: Attributes | undefined;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly id: string;
  set(attributes: Attributes): void;
  /** Something that happened meanwhile. */
  note(event: string, atMs: number): void;
  /** @param end.error why it failed, as an error code */
  end(end: { toMs: number; error?: string | undefined }): void;
}

/** Where spans go. */
export interface Recorder {
  /** Whether the spans of a trace are kept: the same answer in every process. */
  isSampled(traceId: string): boolean;
  start(span: SpanStart): OpenSpan;
  /** Sends what was recorded so far. */
  flush(): Promise<void>;
  /** The same for the last time. */
  close(): Promise<void>;
}
