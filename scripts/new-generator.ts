// npm run new:generator -- <name>: writes a whole small generator from generators/_template and registers it.
import { createGenerator, GeneratorNameError } from "./new-generator/create-generator";
import { MissingAnchorError } from "./new-generator/insert-code";

async function main(name: string | undefined): Promise<number> {
  if (!name) {
    console.error("usage: npm run new:generator -- <name-with-hyphens>");
    return 2;
  }
  try {
    for (const file of await createGenerator(process.cwd(), name)) console.log(`wrote ${file}`);
  } catch (error) {
    if (!(error instanceof GeneratorNameError) && !(error instanceof MissingAnchorError)) throw error;
    console.error(error.message);
    return 1;
  }
  console.log(
    `\nReady to run: npm run dev, then open /create/${name}. generators/${name}/README.md lists what to change.`,
  );
  return 0;
}

process.exitCode = await main(process.argv[2]);
