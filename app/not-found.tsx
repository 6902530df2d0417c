import { PageMissing } from "@/components/shell/page-missing";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageMissing />
    </main>
  );
}
