import type { EndpointTimeouts, ServiceProfile } from "./profile-schema.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CONNECT_MS = 10 * SECOND;

/** Free questions answer at once. */
const quick: EndpointTimeouts = {
  connectMs: CONNECT_MS,
  headersMs: 30 * SECOND,
  idleMs: 30 * SECOND,
  totalMs: MINUTE,
};
/** A file of any size, as long as it goes on. */
const transfer: EndpointTimeouts = {
  connectMs: CONNECT_MS,
  headersMs: 2 * MINUTE,
  idleMs: MINUTE,
  totalMs: 60 * MINUTE,
};
/** A task is accepted after the service has looked at its input; a callback address is checked within the call. */
const acceptTask: EndpointTimeouts = {
  connectMs: CONNECT_MS,
  headersMs: 2 * MINUTE,
  idleMs: MINUTE,
  totalMs: 5 * MINUTE,
};
/** The work is done within the call, and its header comes only after it. */
const work = (minutes: number): EndpointTimeouts => ({
  connectMs: CONNECT_MS,
  headersMs: minutes * MINUTE,
  idleMs: 2 * MINUTE,
  totalMs: 2 * minutes * MINUTE,
});

/** Paths of service.md Endpoints, and those of unshown.md for what service.md leaves out. */
export const standardEndpoints: ServiceProfile["endpoints"] = {
  musicGeneration: { method: "POST", path: "/v1/music_generation", query: {}, timeouts: work(15) },
  coverPreprocess: { method: "POST", path: "/v1/music_cover_preprocess", query: {}, timeouts: work(5) },
  videoGeneration: { method: "POST", path: "/v1/video_generation", query: {}, timeouts: acceptTask },
  imageGeneration: { method: "POST", path: "/v1/image_generation", query: {}, timeouts: work(5) },
  narrationCreate: { method: "POST", path: "/v1/t2a_async_v2", query: {}, timeouts: acceptTask },
  speech: { method: "POST", path: "/v1/t2a_v2", query: {}, timeouts: work(5) },
  fileContent: {
    method: "GET",
    path: "/v1/files/retrieve_content",
    query: { fileId: "file_id" },
    timeouts: transfer,
  },
  videoQuery: {
    method: "GET",
    path: "/v1/query/video_generation",
    query: { taskId: "task_id" },
    timeouts: quick,
  },
  narrationQuery: {
    method: "GET",
    path: "/v1/query/t2a_async_query_v2",
    query: { taskId: "task_id" },
    timeouts: quick,
  },
  fileRetrieve: { method: "GET", path: "/v1/files/retrieve", query: { fileId: "file_id" }, timeouts: quick },
  fileUpload: { method: "POST", path: "/v1/files/upload", query: {}, timeouts: transfer },
  fileList: { method: "GET", path: "/v1/files/list", query: { purpose: "purpose" }, timeouts: quick },
  fileDelete: { method: "POST", path: "/v1/files/delete", query: {}, timeouts: quick },
  voiceList: { method: "POST", path: "/v1/get_voice", query: {}, timeouts: quick },
  lyricsGeneration: { method: "POST", path: "/v1/lyrics_generation", query: {}, timeouts: work(2) },
};
