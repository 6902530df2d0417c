import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";

/** An error of an export that is about one of its items. */
export class ExportFault extends StudioError {
  readonly item: { id: string; name: string } | undefined;

  constructor(
    code: StudioErrorCode,
    { item, cause }: { item?: { id: string; name: string } | undefined; cause?: unknown } = {},
  ) {
    super(code, { cause });
    this.item = item && { id: item.id, name: item.name };
  }
}
