import { PageMissing } from "@/components/shell/page-missing";

/** For pages that do not exist and for those of other people, which look the same. */
export default function StudioNotFound() {
  return <PageMissing />;
}
