// Loaded into every process of a studio (node --import): writes the address of each module that it loads from @opentelemetry to
// the file that REVERIE_TEST_MODULES names.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    if (url.includes("@opentelemetry"))
      appendFileSync(
        process.env.REVERIE_TEST_MODULES,
        `${process.env.REVERIE_PROCESS ?? "launcher"} ${url}\n`,
      );
    return next(url, context);
  },
});
