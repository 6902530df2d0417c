import type activity from "../../messages/en/activity.json";
import type callbacks from "../../messages/en/callbacks.json";
import type camera from "../../messages/en/camera.json";
import type frame from "../../messages/en/frame.json";
import type watch from "../../messages/en/watch.json";
import type audit from "../../messages/en/audit.json";
import type status from "../../messages/en/status.json";
import type cleartext from "../../messages/en/cleartext.json";
import type auth from "../../messages/en/auth.json";
import type create from "../../messages/en/create.json";
import type home from "../../messages/en/home.json";
import type player from "../../messages/en/player.json";
import type reader from "../../messages/en/reader.json";
import type costs from "../../messages/en/costs.json";
import type batches from "../../messages/en/batches.json";
import type share from "../../messages/en/share.json";
import type download from "../../messages/en/download.json";
import type presets from "../../messages/en/presets.json";
import type reuse from "../../messages/en/reuse.json";
import type library from "../../messages/en/library.json";
import type projects from "../../messages/en/projects.json";
import type takes from "../../messages/en/takes.json";
import type common from "../../messages/en/common.json";
import type errors from "../../messages/en/errors.json";
import type composing from "../../messages/en/composing.json";
import type lyrics from "../../messages/en/lyrics.json";
import type form from "../../messages/en/form.json";
import type settings from "../../messages/en/settings.json";
import type shell from "../../messages/en/shell.json";
import type voices from "../../messages/en/voices.json";
import type validation from "../../messages/en/validation.json";
import type selection from "../../messages/en/selection.json";
import type sound from "../../messages/en/sound.json";
import type workbench from "../../messages/en/workbench.json";
import type films from "../../messages/en/films.json";
import type timeline from "../../messages/en/timeline.json";
import type desk from "../../messages/en/desk.json";
import type preview from "../../messages/en/preview.json";
import type places from "../../messages/en/places.json";
import type { formats } from "./formats";
import type { Locale } from "./locales";

/** The messages of each generator by its id; its definition.ts adds them. */
// oxlint-disable-next-line typescript/no-empty-object-type -- declarations of the generators merge into it
export interface GeneratorMessages {}

/** The English messages: a key that they lack is a type error. */
type StudioMessages = {
  activity: typeof activity;
  create: typeof create;
  home: typeof home;
  share: typeof share;
  presets: typeof presets;
  reuse: typeof reuse;
  batches: typeof batches;
  costs: typeof costs;
  download: typeof download;
  library: typeof library;
  projects: typeof projects;
  lyrics: typeof lyrics;
  composing: typeof composing;
  player: typeof player;
  reader: typeof reader;
  takes: typeof takes;
  audit: typeof audit;
  status: typeof status;
  cleartext: typeof cleartext;
  auth: typeof auth;
  callbacks: typeof callbacks;
  camera: typeof camera;
  frame: typeof frame;
  common: typeof common;
  errors: typeof errors;
  form: typeof form;
  generators: { [Id in keyof GeneratorMessages]: GeneratorMessages[Id] };
  settings: typeof settings;
  shell: typeof shell;
  voices: typeof voices;
  selection: typeof selection;
  sound: typeof sound;
  workbench: typeof workbench;
  validation: typeof validation;
  watch: typeof watch;
  films: typeof films;
  timeline: typeof timeline;
  desk: typeof desk;
  preview: typeof preview;
  places: typeof places;
};

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: StudioMessages;
    Formats: typeof formats;
  }
}
