/** Id of the element that holds a page's own content. */
export const contentId = "content";

/** The first stop of Tab: past the navigation, straight to the content. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-raised px-3 py-2 text-sm text-text transition-transform focus-visible:translate-y-0 focus-visible:shadow-float"
    >
      {label}
    </a>
  );
}
