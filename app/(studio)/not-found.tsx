import { PageMissing } from "@/components/shell/page-missing";

/** Something of the studio that is not there, or is another person's: the two look the same. */
export default function StudioNotFound() {
  return <PageMissing />;
}
