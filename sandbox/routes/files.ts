import { succeed } from "../http/answer.ts";
import type { UploadedFile } from "../http/read-body.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineEndpoint } from "./service-endpoint.ts";
import { isExpired } from "./tasks.ts";
import type { Fields } from "../rules/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { FileRecord } from "../state/file-store.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Life of a download link: 1 h for a video, 9 h for long speech (unshown.md, Files: record). */
const LINK_LIFETIMES_MS: Readonly<Record<string, number>> = { t2a_async: 9 * HOUR_MS };

/** GET /v1/files/retrieve_content?file_id=: the raw bytes (service.md "Endpoints" 7, unshown.md "Files"). */
export const fileContent = defineEndpoint<string>("GET /v1/files/retrieve_content", {
  parse: parseFileId,
  run: async (fileId, call) => {
    const file = getReadyFile(fileId, call);
    const { contentType, fileName } = file;
    return { kind: "file", path: await getContent(file, call.sandbox), contentType, fileName };
  },
});

/** GET /v1/files/retrieve?file_id=: the record with a link (unshown.md, Files: record). */
export const fileRetrieval = defineEndpoint<string>("GET /v1/files/retrieve", {
  parse: parseFileId,
  run: async (fileId, call) => {
    const file = getReadyFile(fileId, call);
    const download_url = await call.sandbox.links.publish({
      content: { path: await getContent(file, call.sandbox) },
      contentType: file.contentType,
      extension: file.fileName.split(".").at(-1) ?? "bin",
      lifetimeMs: LINK_LIFETIMES_MS[file.purpose] ?? HOUR_MS,
      faults: call.faults.linkFaults(),
    });
    return succeed({ file: { ...describeFile(file), download_url } });
  },
});

/** POST /v1/files/upload: multipart `purpose` and `file` (unshown.md, Files: upload). */
export const fileUpload = defineEndpoint<{ purpose: string; file: UploadedFile }>("POST /v1/files/upload", {
  form: "multipart",
  parse: (fields) => {
    const purpose = fields.required("purpose", fields.oneOf("purpose", ["t2a_async_input"]));
    const given = fields.required("file", fields.raw("file"));
    if (typeof given === "string") fields.fail("file", "must be a file");
    const file = given as UploadedFile;
    if (!/\.(txt|zip)$/i.test(file.fileName)) fields.fail("file", "must be a txt or zip file");
    if (file.bytes.byteLength === 0) fields.fail("file", "must not be empty");
    return { purpose, file };
  },
  run: async ({ purpose, file }, { key, sandbox }) => {
    const { fileName, bytes } = file;
    const contentType = /\.zip$/i.test(fileName) ? "application/zip" : "text/plain";
    return succeed({
      file: describeFile(await sandbox.files.store({ key, purpose, fileName, contentType }, bytes)),
    });
  },
});

/** GET /v1/files/list?purpose= (unshown.md, Files: list). */
export const fileList = defineEndpoint<string>("GET /v1/files/list", {
  parse: (fields) => fields.required("purpose", fields.string("purpose", { min: 1 })),
  run: async (purpose, { key, sandbox }) =>
    succeed({ files: sandbox.files.list(key, purpose).map(describeFile) }),
});

/** POST /v1/files/delete with `file_id` and `purpose` (unshown.md, Files: delete). */
export const fileDeletion = defineEndpoint<{ fileId: string; purpose: string }>("POST /v1/files/delete", {
  parse: (fields) => ({
    fileId: parseFileId(fields),
    purpose: fields.required("purpose", fields.string("purpose", { min: 1 })),
  }),
  run: async ({ fileId, purpose }, { key, sandbox }) => {
    const file = sandbox.files.find(fileId, key);
    if (file?.purpose !== purpose) throw new Refusal(2013, "invalid params, file_id: no such file");
    await sandbox.files.remove(file);
    return succeed({ file_id: BigInt(fileId) });
  },
});

/** The id of a file: any text, or the JSON integer of unshown.md. */
function parseFileId(fields: Fields): string {
  const isText = typeof fields.raw("file_id") === "string";
  const id = isText ? fields.string("file_id", { min: 1 }) : fields.int64("file_id")?.toString();
  return fields.required("file_id", id);
}

/** A file of the key whose task, if it has one, has succeeded. Throws a 2013 refusal. */
function getReadyFile(fileId: string, { key, sandbox }: Call): FileRecord {
  const file = sandbox.files.find(fileId, key);
  const task = file?.taskId == null ? null : sandbox.tasks.find(file.taskId);
  const isReady = task === null || (sandbox.tasks.statusOf(task) === "Success" && !isExpired(task));
  if (file === null || !isReady) throw new Refusal(2013, "invalid params, file_id: no such file");
  return file;
}

/** Path of the content, which is made if it is not there yet. */
async function getContent(file: FileRecord, { tasks, desk, files }: SandboxContext): Promise<string> {
  if (file.taskId !== null) {
    const task = tasks.find(file.taskId);
    if (task === null) throw new Error(`the task ${file.taskId} of a file is gone`);
    await desk.make(file, task);
  }
  return files.pathOf(file);
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
