/**
 * Describes how to add a file; on touch screens, without dropping and pasting. CSS decides, so that server and browser
 * render the same.
 */
export function DropWords({ words, touchWords }: { words: string; touchWords: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">{words}</span>
      <span className="hidden pointer-coarse:inline">{touchWords}</span>
    </>
  );
}
