import ts from "typescript";

/** A source file no longer has what new code is put beside; nothing was written. */
export class MissingAnchorError extends Error {
  constructor(file: string, anchor: string) {
    super(
      `${file} has no ${anchor} to put a new generator in. Has it moved? scripts/new-generator names it.`,
    );
    this.name = "MissingAnchorError";
  }
}

/** Puts an import after the last one. */
export function insertImport(file: string, source: string, code: string): string {
  const last = parse(file, source).statements.filter(ts.isImportDeclaration).at(-1);
  if (!last) throw new MissingAnchorError(file, "import");
  return insertAt(source, last.getEnd(), `\n${code}`);
}

/** Puts an element at the end of the array, or a property at the end of the object, that a variable is declared with. */
export function insertIntoLiteral(file: string, source: string, variable: string, code: string): string {
  const literal = parse(file, source)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .filter((declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === variable)
    .map((declaration) => unwrap(declaration.initializer))
    .at(0);
  if (literal && ts.isArrayLiteralExpression(literal))
    return insertLast(source, literal.elements, literal, code);
  if (literal && ts.isObjectLiteralExpression(literal))
    return insertLast(source, literal.properties, literal, code);
  throw new MissingAnchorError(file, `list or object \`${variable}\``);
}

/** Puts a member at the end of an object type that is a member of a type alias. */
export function insertIntoType(
  file: string,
  source: string,
  { alias, member, code }: { alias: string; member: string; code: string },
): string {
  const type = parse(file, source)
    .statements.filter(ts.isTypeAliasDeclaration)
    .filter(({ name }) => name.text === alias)
    .flatMap(({ type }) => (ts.isTypeLiteralNode(type) ? [...type.members] : []))
    .filter(ts.isPropertySignature)
    .find(({ name }) => ts.isIdentifier(name) && name.text === member)?.type;
  if (!type || !ts.isTypeLiteralNode(type))
    throw new MissingAnchorError(file, `\`${member}\` in \`${alias}\``);
  return insertLast(source, type.members, type, code, ";");
}

function parse(file: string, source: string): ts.SourceFile {
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
}

function unwrap(expression: ts.Expression | undefined): ts.Expression | undefined {
  return expression && (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    ? unwrap(expression.expression)
    : expression;
}

function insertLast(
  source: string,
  members: ts.NodeArray<ts.Node>,
  literal: ts.Node,
  code: string,
  separator = ",",
): string {
  const last = members.at(-1);
  if (!last) return insertAt(source, literal.getEnd() - 1, code);
  const isSeparated = members.hasTrailingComma || source.charAt(last.getEnd() - 1) === separator;
  return insertAt(source, literal.getEnd() - 1, `${isSeparated ? "" : separator} ${code}`);
}

function insertAt(source: string, position: number, code: string): string {
  return source.slice(0, position) + code + source.slice(position);
}
