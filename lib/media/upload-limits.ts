/** The largest file a person may bring, in bytes: what the service allows for reference audio (service.md, Limits). */
export const maxUploadBytes = 50 * 1024 * 1024;
