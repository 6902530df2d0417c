/** The names derived from a generator's id. */
export interface GeneratorNames {
  /** `voice-over` */
  id: string;
  /** `voiceOver`, as in voiceOverGenerator. */
  camel: string;
  /** `VoiceOver`, as in VoiceOverForm. */
  pascal: string;
}

export const generatorIdPattern = /^[a-z]+(-[a-z]+)*$/;

export function nameGenerator(id: string): GeneratorNames {
  const camel = id.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return { id, camel, pascal: camel.charAt(0).toUpperCase() + camel.slice(1) };
}

/** The files that every generator must have. */
export function listRequiredFiles(id: string): string[] {
  return [
    "README.md",
    "definition.ts",
    "examples.ts",
    "form.tsx",
    `${id}-input.ts`,
    "messages/en.json",
    "messages/zh.json",
    "runner.server.ts",
  ];
}
