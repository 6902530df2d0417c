/**
 * What can be done with a file here: where fingers point, nothing is dropped or pasted. Decided by the style sheet, so
 * that server and browser agree.
 */
export function DropWords({ words, touchWords }: { words: string; touchWords: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">{words}</span>
      <span className="hidden pointer-coarse:inline">{touchWords}</span>
    </>
  );
}
