import formatCompiled from "use-intl/format-message/format-only";
import { writePlainNumber } from "./plain-numbers";

type Options = Parameters<typeof formatCompiled>[3];
type Formatters = Options["formatters"];

const known = new WeakMap<Formatters, Formatters>();

/** Creates Intl.NumberFormat only for numbers that need it. */
function withPlainNumbers(formatters: Formatters): Formatters {
  const { getNumberFormat } = formatters;
  const plain: Formatters = {
    ...formatters,
    getNumberFormat(locales, options) {
      if (options !== undefined) return getNumberFormat(locales, options);
      const format = (value: number) => writePlainNumber(value) ?? getNumberFormat(locales).format(value);
      return Object.create(Intl.NumberFormat.prototype, { format: { value: format } });
    },
  };
  known.set(formatters, plain);
  return plain;
}

/** Formats a compiled message; next.config.mjs puts it in the place of next-intl's own function. */
export default function formatMessage(
  ...[key, message, values, options]: Parameters<typeof formatCompiled>
): ReturnType<typeof formatCompiled> {
  const formatters = known.get(options.formatters) ?? withPlainNumbers(options.formatters);
  return formatCompiled(key, message, values, { ...options, formatters });
}

/** Messages are compiled, so none is looked up as it was written. */
formatMessage.raw = false;
