import { z } from "zod";
import { answerShape, identifierSchema, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import { identifierField, strictObject, textField } from "./fields.ts";

/** service.md: every URL of a result is valid for 24 hours. */
export const LINK_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** unshown.md Files "upload": the purpose of a narration's text file. */
export const NARRATION_FILE_PURPOSE = "t2a_async_input";

/** A file's ID, which is opaque (service.md "Resources"). */
export const fileReferenceSchema = strictObject({ fileId: identifierField() });
export type FileReference = z.input<typeof fileReferenceSchema>;

export const fileListRequestSchema = strictObject({ purpose: textField({ key: "file.purpose", min: 1 }) });
export type FileListRequest = z.input<typeof fileListRequestSchema>;

export const fileDeleteRequestSchema = strictObject({
  fileId: identifierField(),
  purpose: textField({ key: "file.purpose", min: 1 }),
});
export type FileDeleteRequest = z.input<typeof fileDeleteRequestSchema>;

/** unshown.md Files "record": created_at in Unix seconds; bytes may be 0 for a non-empty file. */
const fileRecordSchema = z.looseObject({
  file_id: identifierSchema,
  bytes: optionalCountSchema,
  created_at: optionalCountSchema,
  filename: optionalTextSchema,
  purpose: optionalTextSchema,
  download_url: optionalTextSchema,
});
export type FileRecord = z.output<typeof fileRecordSchema>;

export const fileResponseSchema = z.looseObject({ ...answerShape, file: fileRecordSchema });
export const fileListResponseSchema = z.looseObject({
  ...answerShape,
  files: z
    .array(fileRecordSchema)
    .nullish()
    .transform((files) => files ?? []),
});
export const fileDeleteResponseSchema = z.looseObject(answerShape);
