/** Whether the studio converts files of this type. */
export function hasFormats({ mimeType }: { mimeType: string }): boolean {
  return mimeType.startsWith("image/") || mimeType.startsWith("audio/");
}
