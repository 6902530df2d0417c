/** The frame that a video element shows, at the video's own size, as a PNG. Throws where nothing is decoded yet. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  if (video.readyState < video.HAVE_CURRENT_DATA) throw new Error("no frame is decoded yet");
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no canvas");
  context.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser encodes no PNG");
  return blob;
}

/** Whether pictures can be put on the clipboard: on a secure page only, and not in every browser. */
export function canCopyPictures(): boolean {
  return (
    window.isSecureContext && "ClipboardItem" in window && typeof navigator.clipboard?.write === "function"
  );
}

/** Puts a picture on the clipboard. Throws where the browser or the person refuses. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  // Given as a promise: some browsers allow it only within the press itself.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/** Lets the browser save a file that exists in the page only. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** What a frame of a video is called as a file: frames count from 1. */
export function nameFrame(fileName: string, frame: number | null): string {
  const name = fileName.replace(/\.\w+$/, "");
  return frame === null ? `${name}-frame.png` : `${name}-frame-${frame + 1}.png`;
}
