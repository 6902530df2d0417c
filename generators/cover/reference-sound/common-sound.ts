/** Formats that the studio and the service decode, by the browser's guess; the server checks the bytes. */
const commonTypes = /^audio\/(mpeg|mp3|wav|x-wav|wave|vnd\.wave|flac|x-flac|ogg)$/;
const commonEndings = /\.(mp3|wav|flac|ogg|oga|opus)$/i;

/**
 * Converts formats that not every service decodes (AAC in MP4, WebM, AIFF) to WAV in the browser. Files that it cannot
 * decode are uploaded unchanged, and the studio reports the problem.
 */
export async function toCommonSound(file: File): Promise<File> {
  if (commonTypes.test(file.type) || commonEndings.test(file.name)) return file;
  const wav = await import("./decode-to-wav").then(
    ({ decodeToWav }) => decodeToWav(file),
    () => null,
  );
  return wav ? new File([wav], `${file.name.replace(/\.[^.]{1,5}$/, "")}.wav`, { type: "audio/wav" }) : file;
}
