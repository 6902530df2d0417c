/** The part of the studio's catalogue about uploads and results as files. */
export const fileErrors = {
  "asset.type": {
    httpStatus: 415,
    title: "This file type isn’t supported.",
    action: "Use one of the types listed next to the field.",
  },
  "asset.empty": {
    httpStatus: 422,
    title: "The file is empty.",
    action: "Choose another file.",
  },
  "asset.corrupt": {
    httpStatus: 422,
    title: "The file can’t be decoded.",
    action: "Export it again, or choose another file.",
  },
  "asset.too-complex": {
    httpStatus: 422,
    title: "The image needs too much memory to open.",
    action: "Save it with fewer pixels, 8 bits per channel and without interlacing.",
  },
  "asset.missing": {
    httpStatus: 422,
    title: "The chosen file no longer exists.",
    action: "Choose or upload it again.",
  },
  "result.blocked": {
    httpStatus: 422,
    title: "The service’s safety check blocked every result.",
    action: "Change the prompt and retry. It may be billed again.",
  },
  "result.type": {
    httpStatus: 502,
    title: "The service returned a different file type than it declared.",
    action: "Retry. It may be billed again.",
  },
  "result.unreachable": {
    httpStatus: 502,
    title: "The server with the result can’t be reached.",
    action: "Reverie keeps trying to download it while the link is valid, at no cost.",
  },
  "result.incomplete": {
    httpStatus: 502,
    title: "A result was cut off while downloading.",
    action: "Download it again. Downloads are free.",
  },
  "result.link-dead": {
    httpStatus: 502,
    title: "The link to a result no longer works.",
    action: "Retry. It may be billed again.",
  },
  "result.too-large": {
    httpStatus: 502,
    title: "A result is too large for the studio to store.",
    action: "Choose a smaller size or a shorter length.",
  },
  "result.none": {
    httpStatus: 502,
    title: "The service reported success but returned nothing.",
    action: "Retry, or contact the service’s support with the trace ID. A retry may be billed again.",
  },
  "result.damaged": {
    httpStatus: 502,
    title: "The result was damaged on every download.",
    action: "Contact the service’s support with the task ID. A retry may be billed again.",
  },
  "subtitles.unreadable": {
    httpStatus: 502,
    title: "The subtitle file from the service can’t be read.",
    action: "Download the original file. The audio is complete.",
  },
} as const;
