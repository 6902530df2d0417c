import { FormData } from "undici";
import { z } from "zod";
import {
  fileDeleteRequestSchema,
  fileDeleteResponseSchema,
  fileListRequestSchema,
  fileListResponseSchema,
  fileReferenceSchema,
  fileResponseSchema,
  type FileDeleteRequest,
  type FileListRequest,
  type FileReference,
} from "../contract/files.ts";
import type { HttpAnswer } from "../http.server.ts";
import { isInteger, rawInteger, parseJsonKeepingDigits } from "../json/parse-json.server.ts";
import { readHttpFault } from "../transport/http-fault.server.ts";
import { readJsonAnswer, checkAnswer, type CallFacts } from "../transport/json-answer.server.ts";
import { parseRequest, sendCall, type CallOptions, type ClientContext } from "./call.server.ts";

interface UploadFileRequest {
  /** NARRATION_FILE_PURPOSE for a narration's text. */
  purpose: string;
  fileName: string;
  content: Blob;
}

/** unshown.md Files "record". Free, so safe to repeat. Throws ServiceError. */
export async function retrieveFile(
  context: ClientContext,
  request: FileReference,
  options: CallOptions = {},
) {
  const { fileId } = parseRequest(fileReferenceSchema, request, "fileRetrieve");
  const answer = await sendCall(context, { endpoint: "fileRetrieve", query: { fileId } }, options);
  const { value, facts } = await readJsonAnswer(answer, fileResponseSchema);
  return { file: value.file, ...facts };
}

/** unshown.md Files "upload": a txt or zip text file for narration. Throws ServiceError. */
export async function uploadFile(
  context: ClientContext,
  request: UploadFileRequest,
  options: CallOptions = {},
) {
  const form = new FormData();
  form.append("purpose", request.purpose);
  form.append("file", request.content, request.fileName);
  const answer = await sendCall(context, { endpoint: "fileUpload", form }, options);
  const { value, facts } = await readJsonAnswer(answer, fileResponseSchema);
  return { file: value.file, ...facts };
}

/** unshown.md Files "list, delete". Free, so safe to repeat. Throws ServiceError. */
export async function listFiles(context: ClientContext, request: FileListRequest, options: CallOptions = {}) {
  const { purpose } = parseRequest(fileListRequestSchema, request, "fileList");
  const answer = await sendCall(context, { endpoint: "fileList", query: { purpose } }, options);
  const { value, facts } = await readJsonAnswer(answer, fileListResponseSchema);
  return { files: value.files, ...facts };
}

/** unshown.md Files "list, delete". Throws ServiceError. */
export async function deleteFile(
  context: ClientContext,
  request: FileDeleteRequest,
  options: CallOptions = {},
): Promise<CallFacts> {
  const { fileId, purpose } = parseRequest(fileDeleteRequestSchema, request, "fileDelete");
  // unshown.md Files "record": an int64. Any other ID is sent unchanged.
  const json = { file_id: isInteger(fileId) ? rawInteger(fileId) : fileId, purpose };
  const answer = await sendCall(context, { endpoint: "fileDelete", json }, options);
  const { facts } = await readJsonAnswer(answer, fileDeleteResponseSchema);
  return facts;
}

/** A rejection is short; a longer body that begins with a brace is content. */
const MAX_REJECTION_BYTES = 16 * 1024;
const OPEN_BRACE = 0x7b;

/** A body with a base_resp is a response and not a file, even if its code is unreadable. */
const rejectionSchema = z.looseObject({ base_resp: z.looseObject({}) });

/** Endpoint 7, GET /v1/files/retrieve_content. Free, so safe to repeat. Throws ServiceError. */
export async function retrieveContent(
  context: ClientContext,
  request: FileReference,
  options: CallOptions = {},
) {
  const { fileId } = parseRequest(fileReferenceSchema, request, "fileContent");
  const answer = await sendCall(
    context,
    { endpoint: "fileContent", query: { fileId }, accept: "*/*" },
    options,
  );
  if (answer.status < 200 || answer.status > 299) throw await readHttpFault(answer);
  const body = answer.body[Symbol.asyncIterator]();
  const beginning = await readBeginning(body);
  const rejection = beginning.isWhole ? readRejection(beginning.chunks) : null;
  if (rejection !== null) checkAnswer(answer, rejection);
  return {
    /** Must be read to its end or closed. Throws ServiceError, `answer.truncated` where it ends early. */
    body: joinBody(answer, beginning.chunks, body),
    traceId: answer.traceId ?? null,
    address: answer.address,
  };
}

/** Reads enough of the body to recognise a rejection: one chunk, or all of a short JSON. */
async function readBeginning(
  body: AsyncIterator<Uint8Array>,
): Promise<{ chunks: Uint8Array[]; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  while (byteCount <= MAX_REJECTION_BYTES) {
    const next = await body.next();
    if (next.done === true) return { chunks, isWhole: true };
    chunks.push(next.value);
    byteCount += next.value.length;
    if (byteCount > 0 && chunks.find((chunk) => chunk.length > 0)?.[0] !== OPEN_BRACE) break;
  }
  return { chunks, isWhole: false };
}

/** A complete body with a base_resp; null for content, for example a JSON file. */
function readRejection(chunks: Uint8Array[]): unknown {
  try {
    const document = parseJsonKeepingDigits(Buffer.concat(chunks).toString("utf8"));
    return rejectionSchema.safeParse(document).success ? document : null;
  } catch {
    return null;
  }
}

async function* joinBody(
  answer: HttpAnswer,
  chunks: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* chunks;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    answer.dispose();
  }
}
