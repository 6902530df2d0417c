/** To the process: the size of its source, then the bytes it requests. */
export type ToProxyProcess =
  | { type: "order"; fileBytes: number }
  | { type: "bytes"; id: number; bytes: Uint8Array };

/** From the process: a request for bytes (`end` is exclusive), or the outcome. */
export type FromProxyProcess =
  | { type: "read"; id: number; start: number; end: number }
  | { type: "done"; bytes: number }
  | { type: "undecodable"; detail: string };

/** The file that the process writes to. */
export const proxyDescriptor = 4;
