import { stat } from "node:fs/promises";
import { SUCCESS } from "../http/answer.ts";
import type { UploadedFile } from "../http/read-body.ts";
import { Refusal } from "../http/refusal.ts";
import type { NarrationJob } from "../media/make-narration.ts";
import { defineEndpoint } from "./service-endpoint.ts";
import { parseFileId } from "../rules/narration-rules.ts";
import type { Call, SandboxContext } from "../sandbox-context.ts";
import type { FileRecord } from "../state/file-store.ts";
import type { Task } from "../state/task-store.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Life of a download link: 1 h for a video, 9 h for long speech (unshown.md, Files: record). */
const LINK_LIFETIMES_MS: Readonly<Record<string, number>> = {
  video_generation: HOUR_MS,
  t2a_async: 9 * HOUR_MS,
};

/** GET /v1/files/retrieve_content?file_id=: the raw bytes (service.md "Endpoints" 7, unshown.md "Files"). */
export const fileContent = defineEndpoint<string>("GET /v1/files/retrieve_content", {
  parse: (fields) => fields.required("file_id", parseFileId(fields, "file_id")),
  run: async (fileId, call) => {
    const file = getReadyFile(fileId, call);
    const path = await getContent(file, call.sandbox);
    const { contentType, fileName } = file;
    const { size: sizeBytes } = await stat(path);
    return { kind: "file", path, sizeBytes, contentType, fileName };
  },
});

/** GET /v1/files/retrieve?file_id=: the record with a link (unshown.md, Files: record). */
export const fileRetrieval = defineEndpoint<string>("GET /v1/files/retrieve", {
  parse: (fields) => fields.required("file_id", parseFileId(fields, "file_id")),
  run: async (fileId, call) => {
    const file = getReadyFile(fileId, call);
    const { links, baseUrl } = call.sandbox;
    const path = await links.publish({
      path: await getContent(file, call.sandbox),
      contentType: file.contentType,
      extension: file.fileName.split(".").at(-1) ?? "bin",
      lifetimeMs: LINK_LIFETIMES_MS[file.purpose] ?? HOUR_MS,
      faults: call.faults.linkFaults(),
    });
    const body = { file: { ...describeFile(file), download_url: `${baseUrl}${path}` }, base_resp: SUCCESS };
    return { kind: "json", body };
  },
});

/** POST /v1/files/upload: multipart `purpose` and `file` (unshown.md, Files: upload). */
export const fileUpload = defineEndpoint<{ purpose: string; file: UploadedFile }>("POST /v1/files/upload", {
  form: "multipart",
  parse: (fields) => {
    const purpose = fields.required("purpose", fields.oneOf("purpose", ["t2a_async_input"]));
    const file = fields.required("file", fields.raw("file"));
    if (typeof file === "string") fields.fail("file", "must be a file");
    const upload = file as UploadedFile;
    if (!/\.(txt|zip)$/i.test(upload.fileName)) fields.fail("file", "must be a txt or zip file");
    if (upload.bytes.byteLength === 0) fields.fail("file", "must not be empty");
    return { purpose, file: upload };
  },
  run: async ({ purpose, file }, call) => {
    const contentType = /\.zip$/i.test(file.fileName) ? "application/zip" : "text/plain";
    const description = { key: call.key, purpose, fileName: file.fileName, contentType };
    const stored = await call.sandbox.files.store(description, file.bytes);
    return { kind: "json", body: { file: describeFile(stored), base_resp: SUCCESS } };
  },
});

/** GET /v1/files/list?purpose= (unshown.md, Files: list). */
export const fileList = defineEndpoint<string>("GET /v1/files/list", {
  parse: (fields) => fields.required("purpose", fields.string("purpose", { min: 1 })),
  run: async (purpose, call) => {
    const files = call.sandbox.files.list(call.key, purpose).map(describeFile);
    return { kind: "json", body: { files, base_resp: SUCCESS } };
  },
});

/** POST /v1/files/delete with `file_id` and `purpose` (unshown.md, Files: delete). */
export const fileDeletion = defineEndpoint<{ fileId: string; purpose: string }>("POST /v1/files/delete", {
  parse: (fields) => ({
    fileId: fields.required("file_id", parseFileId(fields, "file_id")),
    purpose: fields.required("purpose", fields.string("purpose", { min: 1 })),
  }),
  run: async ({ fileId, purpose }, call) => {
    const file = call.sandbox.files.find(fileId, call.key);
    if (file === null || file.purpose !== purpose)
      throw new Refusal(2013, "invalid params, file_id: no such file");
    await call.sandbox.files.delete(file);
    return { kind: "json", body: { file_id: BigInt(fileId), base_resp: SUCCESS } };
  },
});

/** A file of the key whose task, if it has one, has succeeded. Throws a 2013 refusal. */
function getReadyFile(fileId: string, call: Call): FileRecord {
  const { files, tasks } = call.sandbox;
  const file = files.find(fileId, call.key);
  const task = file?.taskId == null ? null : tasks.find(file.taskId);
  const isReady = task === null || (tasks.statusOf(task) === "Success" && !isExpired(task));
  if (file === null || !isReady) throw new Refusal(2013, "invalid params, file_id: no such file");
  return file;
}

function isExpired(task: Task): boolean {
  return task.kind === "narration" && (task.request as NarrationJob).expires;
}

/** Path of the content, which is made if it is not there yet. */
async function getContent(file: FileRecord, sandbox: SandboxContext): Promise<string> {
  if (file.taskId !== null) {
    const task = sandbox.tasks.find(file.taskId);
    if (task === null) throw new Error(`the task ${file.taskId} of a file is gone`);
    await sandbox.desk.make(file, task);
  }
  return sandbox.files.pathOf(file);
}

function describeFile(file: FileRecord): Record<string, unknown> {
  return {
    file_id: BigInt(file.fileId),
    bytes: file.size,
    created_at: Math.floor(file.createdAt / 1000),
    filename: file.fileName,
    purpose: file.purpose,
  };
}
