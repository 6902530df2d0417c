import type common from "../../messages/en/common.json";
import type errors from "../../messages/en/errors.json";
import type form from "../../messages/en/form.json";
import type shell from "../../messages/en/shell.json";
import type validation from "../../messages/en/validation.json";
import type { formats } from "./formats";
import type { Locale } from "./locales";

/** English is the measure: a key that it does not have is a type error wherever it is asked for. */
type StudioMessages = {
  common: typeof common;
  errors: typeof errors;
  form: typeof form;
  shell: typeof shell;
  validation: typeof validation;
};

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: StudioMessages;
    Formats: typeof formats;
  }
}
