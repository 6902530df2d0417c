import { PageMissing } from "@/components/shell/page-missing";

/** An address that leads nowhere. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageMissing />
    </main>
  );
}
