import { describe, expect, it } from "vitest";
import { readCallbackBody } from "./read-callback-body.server";

const read = (body: object) => readCallbackBody(Buffer.from(JSON.stringify({ status: "success", ...body })));

describe("identifiers in the body of a callback", () => {
  it.each(["7", "file-é/7", "9223372036854775807", "t".repeat(1_000)])("are kept unchanged: %.20s", (id) => {
    expect(read({ task_id: id, file_id: id })).toMatchObject({ facts: { taskId: id, fileId: id } });
  });

  it.each(["t".repeat(1_025), "a\u0000b"])("are null instead of a changed id: %.20j", (id) => {
    expect(read({ task_id: id, file_id: id })).toMatchObject({ facts: { taskId: null, fileId: null } });
  });
});
