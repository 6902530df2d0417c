// Imports run one way: app -> server -> generators -> components -> lib. docs/architecture.md has the picture;
// scripts/import-rules.test.ts plants a violation of each rule and sees it found.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const tests = "\\.test\\.tsx?$|/testing/|/test-(client|database|postgres)\\.";
const serverFile = "\\.server\\.tsx?$";
const longLists = "^components/(library/row-window|takes/window-list)\\.tsx$";
const lateParts = [
  "^components/(takes/(download-choices|lightbox|submit-facts|take-menu)|lyrics/tag-list|ui/tooltips)\\.tsx?$",
  "^components/form/(project-choices|token-advice|source/address-input)\\.tsx$",
  "^components/(library/saved-searches/saved-search-choices|library/library-empty|shell/live-updates|create/reuse/field-reuse)\\.tsx$",
  "^generators/[^/]+/(advanced-fields|reference-sound/sound-card|workbench/cover-workbench)\\.tsx$",
  "^generators/[^/]+/(camera/camera-(choices|strip)|fields/text-file-field|first-frame/picture-card)\\.tsx$",
  "^generators/_kit/(composed-sound/music-audio-fields|spoken-text/speech-panels)\\.tsx$",
].join("|");
const prismaFolders =
  "^lib/(archive|audit|auth|batches|callbacks|connections|costs|covers|db|films|generations|item-tasks|items|jobs|live|lyrics|media|notices|paid-calls|presets|projects|prompts|saved-searches|shares|snippets|voices|webhooks)/";

/** Files of the browser: those with "use client". Found by content, since folders like app/ contain both kinds. */
function listBrowserFiles() {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) visit(file);
      else if (/\.tsx?$/.test(file) && /^\s*["']use client["']/.test(readFileSync(file, "utf8")))
        found.push(file);
    }
  };
  for (const folder of ["app", "server", "components", "generators"]) {
    try {
      visit(folder);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
  return found.map((file) => `^${file.replace(/[.[\]()]/g, "\\$&")}$`);
}

/** The rooms of components/, from the lowest to the highest. Rooms of one level do not import each other. */
const componentLevels = [
  ["ui"],
  ["queries"],
  ["player"],
  ["form", "shell"],
  ["reader", "video-player", "voices", "lyrics"],
  ["takes"],
  ["library"],
  ["projects"],
  ["create"],
  ["films", "home"],
  ["account", "settings"],
];

/** The rooms of lib/, in the same way. */
const libLevels = [
  ["env", "service", "i18n"],
  ["crypto", "errors"],
  ["network"],
  ["db", "traces"],
  ["audit"],
  ["auth", "connections", "jobs", "live", "media"],
  ["costs", "http", "paid-calls"],
  ["items", "lyrics"],
  ["presets", "projects", "prompts", "saved-searches", "snippets"],
  ["generations"],
  ["batches", "callbacks", "covers", "films", "item-tasks", "notices", "shares", "voices"],
  ["webhooks"],
  ["archive"],
];

/** The rooms of lib/generations/, in the same way. */
const generationLevels = [["record"], ["line"], ["read"], ["stream"], ["work"], ["ask"], ["change"]];

/** One rule for each room of a folder: which rooms it must not import. */
function listRoomRules(folder, levels) {
  return levels.flatMap((rooms, level) =>
    rooms.map((room) => ({
      name: "rooms-one-way",
      comment: `A room of ${folder}/ imports only rooms below it.`,
      severity: "error",
      // The types of the message catalogues are put together from all of them.
      from: { path: `^${folder}/${room}/`, pathNot: [tests, "^lib/i18n/messages\\.d\\.ts$"] },
      to: {
        path: `^${folder}/(${[...rooms.filter((other) => other !== room), ...levels.slice(level + 1).flat()].join("|")})/`,
      },
    })),
  );
}

/** What is forbidden, by name. */
const rules = {
  "no-circles": {
    comment: "Join two files that import each other, or move what they share below both.",
    from: {},
    to: { circular: true },
  },
  resolvable: {
    comment: "Every import leads to a file or to an installed package.",
    from: {},
    to: { couldNotResolve: true },
  },
  "packages-are-declared": {
    comment: "A package that only another one brings may be missing after the next install.",
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  "lib-is-lowest": {
    // The types of the message catalogues are put together from all of them.
    from: { path: "^lib/", pathNot: [tests, "^lib/i18n/messages\\.d\\.ts$"] },
    to: { path: "^(app|server|generators|components|sandbox|scripts|e2e|bench)/" },
  },
  "components-below-generators": {
    from: { path: "^components/", pathNot: tests },
    to: { path: "^(app|server|generators|sandbox|scripts|e2e|bench)/" },
  },
  "generators-below-server": {
    from: { path: "^generators/", pathNot: tests },
    to: { path: "^(app|server|sandbox|scripts|e2e|bench)/" },
  },
  "server-below-app": {
    comment: "server/ wires the parts together for routes and the worker; it knows neither.",
    from: { path: "^server/", pathNot: tests },
    to: { path: "^(app|sandbox|scripts|e2e|bench)/" },
  },
  "app-is-highest": {
    comment: "Nothing but its own routes imports app/.",
    from: { pathNot: ["^app/", tests, "^e2e/"] },
    to: { path: "^app/" },
  },
  "generators-are-strangers": {
    comment: "A generator knows _kit and what is below generators/, never another generator.",
    from: { path: "^generators/([^/_][^/]*)/" },
    to: { path: "^generators/[^/_][^/]*/", pathNot: "^generators/$1/" },
  },
  "kit-knows-no-generator": {
    from: { path: "^generators/_kit/", pathNot: tests },
    to: { path: "^generators/[^/_][^/]*/" },
  },
  "service-stands-alone": {
    comment: "lib/service could be published separately.",
    from: { path: "^lib/service/", pathNot: tests },
    to: { path: "^(app|server|components|generators|lib|sandbox|scripts)/", pathNot: "^lib/service/" },
  },
  "ui-stands-alone": {
    comment: "Primitives have no domain knowledge and no texts; texts are props.",
    from: { path: "^components/ui/" },
    to: {
      path: ["^(app|server|components|generators|lib|sandbox|scripts)/", "(^|/)node_modules/next-intl/"],
      pathNot: "^components/ui/",
    },
  },
  "prisma-has-few-friends": {
    comment: "Only the owners of data read and write it; the rest calls their functions.",
    from: { pathNot: [prismaFolders, tests, "^(scripts|e2e|bench)/", "^prisma\\.config\\.ts$"] },
    to: { path: ["^lib/db/generated/", "(^|/)node_modules/(@prisma|prisma|pg|@types/pg)/"] },
  },
  "browser-has-no-server": {
    comment: "Files of the browser import only types from .server files.",
    from: { path: listBrowserFiles(), pathNot: tests },
    to: { path: serverFile, dependencyTypesNot: ["type-only"] },
  },
  "server-says-so": {
    comment:
      "A file of lib/, components/ or generators/ that runs a .server file is one itself, and its name says so.",
    from: { path: "^(lib|components|generators)/", pathNot: [serverFile, tests] },
    to: { path: serverFile, dependencyTypesNot: ["type-only"] },
  },
  "virtualizer-in-long-lists": {
    comment: "Pages begin with short lists. The virtualizer, 10 KiB, comes with the code of long ones.",
    from: { pathNot: [longLists, tests] },
    to: { path: "(^|/)node_modules/@tanstack/react-virtual/" },
  },
  "parts-load-late": {
    comment:
      "What the first screen does not need is fetched with its first use, or when the browser is idle.",
    from: { pathNot: tests },
    to: { path: [longLists, lateParts], dynamic: false, dependencyTypesNot: ["type-only"] },
  },
  "links-are-not-prefetched": {
    comment:
      "components/ui/link.tsx does what next/link does without prefetching, which is 3 KiB of every page.",
    from: { pathNot: tests },
    to: { path: "(^|/)node_modules/next/link\\." },
  },
  "sandbox-stands-alone": {
    comment:
      "The sandbox checks the service's rules with separate code, so that it does not share our mistakes.",
    from: { path: "^sandbox/" },
    to: { path: "^(app|server|components|generators|lib|scripts|e2e|bench|prisma)/" },
  },
  "nobody-imports-the-sandbox": {
    from: { pathNot: ["^sandbox/", tests, "^(e2e|bench)/"] },
    to: { path: "^sandbox/" },
  },
  "tests-stay-outside": {
    comment: "Production code imports no tests.",
    from: { path: "^(app|server|components|generators|lib|sandbox)/", pathNot: tests },
    to: { path: [tests, "node_modules/(vitest|@playwright)/"] },
  },
};

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(rules).map(([name, rule]) => ({ name, severity: "error", ...rule })),
    ...listRoomRules("components", componentLevels),
    ...listRoomRules("lib", libLevels),
    ...listRoomRules("lib/generations", generationLevels),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^lib/db/generated/"] },
    exclude: { path: ["^(\\.next|dist|coverage|\\.cache)/"] },
    // Imports of types count as well: a layer that needs the type of a higher one knows it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".cjs", ".json", ".css"],
    },
  },
};
