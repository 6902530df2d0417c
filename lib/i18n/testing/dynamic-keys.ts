/** Code that uses messages by a computed key, with the keys it can reach. */
interface DynamicKeys {
  file: string;
  /** Full keys; `*` matches any part. */
  pattern: string;
  reason: string;
}

/** Keep this list short: literal keys are easier to check, find and translate. */
export const dynamicKeys: readonly DynamicKeys[] = [
  {
    file: "components/form/use-schema-form.ts",
    pattern: "validation.*",
    reason: "Schemas name the sentence of a broken rule; the test of validation keys covers them.",
  },
  {
    file: "components/takes/take-list.tsx",
    pattern: "takes.announce.*",
    reason: "The state in which a generation ended.",
  },
  {
    file: "components/takes/parameter-list.tsx",
    pattern: "takes.unsent.*",
    reason: "Why a field was accepted and not sent.",
  },
  {
    file: "components/takes/result-grid.tsx",
    pattern: "takes.slots.*",
    reason: "Why a place among the results is empty.",
  },
  {
    file: "components/takes/sound-notes.tsx",
    pattern: "takes.notes.*",
    reason: "What is to be said of a sound beside its result.",
  },
  {
    file: "components/takes/take-menu.tsx",
    pattern: "takes.actions.copy*",
    reason: "Which text of the input is copied.",
  },
  {
    file: "components/library/result/result-steps.tsx",
    pattern: "library.detail.previous",
    reason: "A step back in the list.",
  },
  {
    file: "components/library/result/result-steps.tsx",
    pattern: "library.detail.next",
    reason: "A step on in the list.",
  },
  {
    file: "components/takes/take-sound-row.tsx",
    pattern: "takes.slots.*",
    reason: "Why a sound is not there yet, or does not come.",
  },
  {
    file: "components/takes/use-field-words.ts",
    pattern: "generators.*.fields.*",
    reason: "Fields of an input, whichever generator it belongs to.",
  },
  {
    file: "components/takes/use-field-words.ts",
    pattern: "generators.*.values.*",
    reason: "Values of such fields that have words.",
  },
  {
    file: "components/takes/waiting-words.tsx",
    pattern: "takes.waiting.*",
    reason: "Why a generation waits, as the API tells it.",
  },
  {
    file: "components/shell/live-indicator.tsx",
    pattern: "shell.live.*",
    reason: "The state of the event stream.",
  },
];
