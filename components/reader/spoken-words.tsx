import { splitSpokenText } from "./spoken-tokens";

/** Words as they are spoken; pauses and tones among them are told apart by their look. */
export function SpokenWords({ text, withToneTags }: { text: string; withToneTags: boolean }) {
  return splitSpokenText(text, withToneTags).map((token, position) =>
    token.kind === "words" ? (
      token.text
    ) : (
      <span key={position} className="mx-0.5 rounded-xs bg-raised px-1 py-0.5 font-mono text-2xs text-hue">
        {token.text}
      </span>
    ),
  );
}
