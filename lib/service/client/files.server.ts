import { FormData } from "undici";
import {
  fileDeleteRequestSchema,
  fileDeleteResponseSchema,
  fileListRequestSchema,
  fileListResponseSchema,
  fileReferenceSchema,
  fileResponseSchema,
  type FileDeleteRequest,
  type FileListRequest,
  type FileRecord,
  type FileReference,
} from "../contract/files.ts";
import { isInteger, rawInteger } from "../json/raw-json.server.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";

export interface FileResult extends CallFacts {
  file: FileRecord;
}

export interface FileListResult extends CallFacts {
  files: FileRecord[];
}

export interface UploadFileRequest {
  /** For a narration's text: NARRATION_FILE_PURPOSE. */
  purpose: string;
  fileName: string;
  content: Blob;
}

/** unshown.md Files "record". Free; may be repeated. Throws ServiceError. */
export async function retrieveFile(
  context: ClientContext,
  request: FileReference,
  options: CallOptions = {},
): Promise<FileResult> {
  const { fileId } = parseRequest(fileReferenceSchema, request, "fileRetrieve");
  const answer = await sendCall(context, { endpoint: "fileRetrieve", query: { fileId } }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, fileResponseSchema);
  return { file: value.file, traceId: traceId ?? null, address };
}

/** unshown.md Files "upload": a txt or zip text file for narration. Throws ServiceError. */
export async function uploadFile(
  context: ClientContext,
  request: UploadFileRequest,
  options: CallOptions = {},
): Promise<FileResult> {
  const form = new FormData();
  form.append("purpose", request.purpose);
  form.append("file", request.content, request.fileName);
  const answer = await sendCall(context, { endpoint: "fileUpload", form }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, fileResponseSchema);
  return { file: value.file, traceId: traceId ?? null, address };
}

/** unshown.md Files "list, delete". Free; may be repeated. Throws ServiceError. */
export async function listFiles(
  context: ClientContext,
  request: FileListRequest,
  options: CallOptions = {},
): Promise<FileListResult> {
  const { purpose } = parseRequest(fileListRequestSchema, request, "fileList");
  const answer = await sendCall(context, { endpoint: "fileList", query: { purpose } }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, fileListResponseSchema);
  return { files: value.files, traceId: traceId ?? null, address };
}

/** unshown.md Files "list, delete". Throws ServiceError. */
export async function deleteFile(
  context: ClientContext,
  request: FileDeleteRequest,
  options: CallOptions = {},
): Promise<CallFacts> {
  const { fileId, purpose } = parseRequest(fileDeleteRequestSchema, request, "fileDelete");
  // unshown.md Files "record": an int64 there. An id that is none goes back as it came.
  const json = { file_id: isInteger(fileId) ? rawInteger(fileId) : fileId, purpose };
  const answer = await sendCall(context, { endpoint: "fileDelete", json }, options);
  const { traceId, address } = await readJsonAnswer(answer, fileDeleteResponseSchema);
  return { traceId: traceId ?? null, address };
}
