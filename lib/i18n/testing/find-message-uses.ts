import ts from "typescript";

/** A place in the code that uses a message. */
interface MessageUse {
  file: string;
  line: number;
  /** The namespace of useTranslations or getTranslations; empty for all. */
  namespace: string;
  /** Full keys; a template's values are `*`. */
  keys: string[];
  /** The key is computed. */
  dynamic: boolean;
}

const factories = new Set(["useTranslations", "getTranslations"]);
const methods = new Set(["rich", "markup", "raw", "has"]);

type Scope = Map<string, string | null>;

/**
 * Finds a source file's uses of messages by syntax alone: `const t = useTranslations("ns")`, also from `await`
 * and a destructured `Promise.all`, and `t("key")`, `t.rich(...)` and similar calls in its scope.
 */
export function findMessageUses(file: string, text: string): MessageUse[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file));
  const uses: MessageUse[] = [];

  function visit(node: ts.Node, scopes: Scope[]): void {
    const opensScope = ts.isFunctionLike(node) || ts.isBlock(node) || ts.isSourceFile(node);
    const inner = opensScope ? [...scopes, new Map<string, string | null>()] : scopes;
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) inner.at(-1)?.set(node.name.text, null);
    if (ts.isVariableDeclaration(node) && node.initializer)
      declare(node.name, node.initializer, inner.at(-1)!);
    if (ts.isCallExpression(node)) {
      const namespace = namespaceOfCallee(node.expression, inner);
      if (namespace !== undefined) uses.push(readUse(node, namespace));
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  }

  function readUse(call: ts.CallExpression, namespace: string): MessageUse {
    const [argument] = call.arguments;
    const keys = argument ? readKeys(argument) : undefined;
    return {
      file,
      line: source.getLineAndCharacterOfPosition(call.getStart(source)).line + 1,
      namespace,
      keys: (keys ?? []).map((key) => (namespace === "" ? key : `${namespace}.${key}`)),
      dynamic: keys === undefined,
    };
  }

  visit(source, []);
  return uses;
}

/** All strings and template patterns of a file: schemas use message keys as plain strings. */
export function findTexts(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, scriptKind(file));
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node)) texts.push(templatePattern(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function scriptKind(file: string): ts.ScriptKind {
  return file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

/** The namespace of the translator that an expression creates; undefined for other expressions. */
function namespaceOfFactory(expression: ts.Expression): string | undefined {
  const bare = unwrap(expression);
  if (!ts.isCallExpression(bare) || !ts.isIdentifier(bare.expression)) return undefined;
  if (!factories.has(bare.expression.text)) return undefined;
  const [argument] = bare.arguments;
  if (!argument) return "";
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (ts.isObjectLiteralExpression(argument)) {
    const property = argument.properties.find(
      (entry): entry is ts.PropertyAssignment =>
        ts.isPropertyAssignment(entry) && entry.name.getText() === "namespace",
    );
    return property && ts.isStringLiteralLike(property.initializer) ? property.initializer.text : "";
  }
  return ts.isTemplateExpression(argument) ? templatePattern(argument) : "*";
}

function unwrap(expression: ts.Expression): ts.Expression {
  if (ts.isAwaitExpression(expression) || ts.isParenthesizedExpression(expression)) {
    return unwrap(expression.expression);
  }
  return expression;
}

function declare(name: ts.BindingName, initializer: ts.Expression, scope: Scope): void {
  if (ts.isIdentifier(name)) {
    scope.set(name.text, namespaceOfFactory(initializer) ?? null);
    return;
  }
  if (!ts.isArrayBindingPattern(name)) return;
  const bare = unwrap(initializer);
  const list =
    ts.isCallExpression(bare) && bare.expression.getText() === "Promise.all" ? bare.arguments[0] : bare;
  if (!list || !ts.isArrayLiteralExpression(list)) return;
  for (const [index, element] of name.elements.entries()) {
    const value = list.elements[index];
    if (value && ts.isBindingElement(element)) declare(element.name, value, scope);
  }
}

function namespaceOfCallee(callee: ts.Expression, scopes: readonly Scope[]): string | undefined {
  if (ts.isPropertyAccessExpression(callee) && methods.has(callee.name.text)) {
    return namespaceOfCallee(callee.expression, scopes);
  }
  if (!ts.isIdentifier(callee)) return namespaceOfFactory(callee);
  for (const scope of scopes.toReversed()) {
    const found = scope.get(callee.text);
    if (found !== undefined) return found ?? undefined;
  }
  return undefined;
}

/**
 * The possible keys of an argument: literals, both sides of a condition, a template with `*`; undefined for
 * anything else.
 */
function readKeys(argument: ts.Expression): string[] | undefined {
  const bare = ts.isAsExpression(argument) ? argument.expression : unwrap(argument);
  if (ts.isStringLiteralLike(bare)) return [bare.text];
  if (ts.isTemplateExpression(bare)) return [templatePattern(bare)];
  if (ts.isConditionalExpression(bare)) {
    const whenTrue = readKeys(bare.whenTrue);
    const whenFalse = readKeys(bare.whenFalse);
    return whenTrue && whenFalse ? [...whenTrue, ...whenFalse] : undefined;
  }
  return undefined;
}

function templatePattern(template: ts.TemplateExpression): string {
  return template.head.text + template.templateSpans.map(({ literal }) => `*${literal.text}`).join("");
}
