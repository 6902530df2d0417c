/** Counts characters as the service does: in Unicode code points, so that an emoji counts as one. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const leads = unit >= 0xd800 && unit <= 0xdbff;
    const next = leads ? text.charCodeAt(index + 1) : 0;
    if (next >= 0xdc00 && next <= 0xdfff) index += 1;
    count += 1;
  }
  return count;
}
