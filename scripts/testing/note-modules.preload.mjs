// Loaded into every process of a studio (node --import): writes the address of each module that it loads from packages which it
// may do without to the file that REVERIE_TEST_MODULES names.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    if (/@opentelemetry|mediabunny|wasm-base64/.test(url))
      appendFileSync(
        process.env.REVERIE_TEST_MODULES,
        `${process.env.REVERIE_PROCESS ?? "launcher"} ${url}\n`,
      );
    return next(url, context);
  },
});
