/** The file name of an archive: when it was downloaded (UTC), and how many items it has. */
export function nameArchive(items: number, now: number): string {
  return `reverie-${new Date(now).toISOString().slice(0, 10).replaceAll("-", "")}-${items}.zip`;
}
