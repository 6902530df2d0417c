import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type Copy,
  DockerfileParser,
  type Healthcheck,
  type JSONInstruction,
  type PropertyInstruction,
} from "dockerfile-ast";

export const dockerfile = readFileSync("Dockerfile", "utf8");

const instructions = DockerfileParser.parse(dockerfile).getInstructions();
const lastFrom = instructions.findLastIndex((instruction) => instruction.getKeyword() === "FROM");

/** Instructions with this keyword, of the stage that builds or of the one that becomes the image. */
function listInstructions(stage: "build" | "image", keyword: string) {
  const ofStage = stage === "build" ? instructions.slice(0, lastFrom) : instructions.slice(lastFrom);
  return ofStage.filter((instruction) => instruction.getKeyword() === keyword);
}

const readArguments = (stage: "build" | "image", keyword: string) =>
  listInstructions(stage, keyword).map((instruction) => instruction.getArgumentsContent() ?? "");

const readWords = (instruction: unknown) =>
  (instruction as JSONInstruction).getJSONStrings().map((word) => word.getJSONValue());

/** What the Dockerfile says, as the builder would understand it. */
export const image = {
  buildCommands: readArguments("build", "RUN"),
  /** What comes from the building stage: source and destination. */
  copies: listInstructions("image", "COPY").map((instruction) => {
    const [from, to] = (instruction as Copy).getArguments().map((argument) => argument.getValue());
    return { from: from!, to: to! };
  }),
  environment: Object.fromEntries(
    listInstructions("image", "ENV").flatMap((instruction) =>
      (instruction as PropertyInstruction)
        .getProperties()
        .map((property) => [property.getName(), property.getValue() ?? ""]),
    ),
  ),
  user: readArguments("image", "USER").at(-1),
  workFolder: readArguments("image", "WORKDIR").at(-1),
  volumes: readArguments("image", "VOLUME"),
  stopSignal: readArguments("image", "STOPSIGNAL").at(-1) as NodeJS.Signals,
  command: readWords(listInstructions("image", "CMD").at(-1)),
  healthCheck: readHealthCheck(),
};

function readHealthCheck(): string[] {
  const check = listInstructions("image", "HEALTHCHECK").at(-1) as Healthcheck;
  return JSON.parse(/CMD (\[.*\])/.exec(check.getTextContent())![1]!) as string[];
}

const ignoreRules = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => ({ isException: line.startsWith("!"), pattern: line.replace(/^!/, "") }));

/** Whether COPY sees a file: the last rule that names it or a folder of it decides. */
export function isInContext(file: string): boolean {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const rule = ignoreRules.findLast(({ pattern }) => paths.some((name) => path.matchesGlob(name, pattern)));
  return rule === undefined || rule.isException;
}
