import ts from "typescript";

/** One place where code asks for a message. */
interface MessageUse {
  file: string;
  line: number;
  /** Namespace given to useTranslations or getTranslations, empty for all. */
  namespace: string;
  /** Full keys: literal, or with `*` where a template has a value. */
  keys: string[];
  /** The key is not written there: a variable decides. */
  dynamic: boolean;
}

const factories = new Set(["useTranslations", "getTranslations"]);
const methods = new Set(["rich", "markup", "raw", "has"]);

type Scope = Map<string, string | null>;

/**
 * Finds where a source file asks next-intl for messages, by its syntax alone: `const t = useTranslations("ns")`, also
 * out of `await` and out of a destructured `Promise.all`, and `t("key")`, `t.rich(...)` and their like in its scope.
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

/** Texts and template patterns of a file, whatever they are for: schemas name their messages as plain strings. */
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

/** Namespace of the translator that an expression makes, or undefined when it makes none. */
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

/** The keys an argument can be: literals, both sides of a condition, a template with `*`; undefined for the rest. */
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
