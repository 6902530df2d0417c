/** Downloads a file that exists only in the page. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  startDownload(url, fileName);
  URL.revokeObjectURL(url);
}

/** Downloads what is at an address. */
export function startDownload(address: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
}
