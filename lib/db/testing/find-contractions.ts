import {
  type AlterTableCmd,
  type AlterTableStmt,
  type Constraint,
  type DropStmt,
  type IndexStmt,
  type Node,
  parse,
} from "libpg-query";

/** What a script creates, which no version before it uses. */
interface Created {
  tables: Set<string>;
  /** `Table.column`: those that a version before leaves NULL. */
  columns: Set<string>;
  /** Functions and triggers, which replace others of the same name. */
  routines: Set<string>;
}

const kindOf = (node: Node): string => Object.keys(node)[0]!;

/** Statements that take nothing from versions that know nothing of them. */
const expansions = new Set([
  "CommentStmt",
  "CreateExtensionStmt",
  "CreateFunctionStmt",
  "CreateSeqStmt",
  "CreateStmt",
  "CreateTrigStmt",
  "InsertStmt",
  "ReindexStmt",
  "SelectStmt",
  "UpdateStmt",
  "VariableSetStmt",
]);

/** Before a statement that someone has found harmless, such as a check that allows more than the one it replaces. */
const reviewed = /^\s*--\s*expands:/m;

/**
 * Finds what a migration takes from versions of the studio that don't know it: statements that could make one of theirs fail.
 * What isn't known to be harmless counts. It doesn't look into functions, nor at the values that rows get.
 *
 * @returns the statements, shortened
 */
export async function findContractions(script: string): Promise<string[]> {
  const bytes = Buffer.from(script);
  const { stmts = [] } = await parse(script);
  const created: Created = { tables: new Set(), columns: new Set(), routines: new Set() };
  for (const { stmt } of stmts) if (stmt) collect(stmt, created);
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const comments = bytes.subarray(end, from).toString();
    end = length ? from + length : bytes.length;
    if (!stmt || isExpansion(stmt, created) || reviewed.test(comments)) return [];
    return [bytes.subarray(from, end).toString().replaceAll(/\s+/g, " ").trim().slice(0, 100)];
  });
}

function collect(node: Node, created: Created): void {
  if ("CreateStmt" in node) created.tables.add(node.CreateStmt.relation?.relname ?? "");
  if ("CreateFunctionStmt" in node) created.routines.add(lastName(node.CreateFunctionStmt.funcname));
  if ("CreateTrigStmt" in node) created.routines.add(node.CreateTrigStmt.trigname ?? "");
  if (!("AlterTableStmt" in node)) return;
  const table = node.AlterTableStmt.relation?.relname;
  for (const command of commandsOf(node.AlterTableStmt)) {
    const column = command.def && "ColumnDef" in command.def ? command.def.ColumnDef : undefined;
    if (command.subtype !== "AT_AddColumn" || !column) continue;
    if (!constraintKinds(column.constraints).includes("CONSTR_DEFAULT"))
      created.columns.add(`${table}.${column.colname}`);
  }
}

function isExpansion(node: Node, created: Created): boolean {
  if ("AlterTableStmt" in node) {
    const table = node.AlterTableStmt.relation?.relname ?? "";
    return (
      created.tables.has(table) ||
      commandsOf(node.AlterTableStmt).every((command) => isHarmless(command, table, created))
    );
  }
  if ("IndexStmt" in node) return isHarmlessIndex(node.IndexStmt, created);
  if ("DropStmt" in node) return isReplacement(node.DropStmt, created);
  return expansions.has(kindOf(node));
}

const fills = new Set<Constraint["contype"]>(["CONSTR_DEFAULT", "CONSTR_GENERATED", "CONSTR_IDENTITY"]);

function isHarmless(command: AlterTableCmd, table: string, created: Created): boolean {
  const { subtype, def } = command;
  if (subtype === "AT_SetStatistics" || subtype === "AT_SetRelOptions") return true;
  if (subtype === "AT_ColumnDefault") return def !== undefined;
  if (subtype === "AT_AddColumn" && def && "ColumnDef" in def) {
    const kinds = constraintKinds(def.ColumnDef.constraints);
    const isFilled = kinds.some((kind) => kind && fills.has(kind));
    return isFilled || !kinds.some((kind) => kind === "CONSTR_NOTNULL" || kind === "CONSTR_PRIMARY");
  }
  if (subtype === "AT_AddConstraint" && def && "Constraint" in def) {
    const { contype, fk_attrs: columns = [] } = def.Constraint;
    return (
      contype === "CONSTR_FOREIGN" &&
      columns.every((column) => created.columns.has(`${table}.${lastName([column])}`))
    );
  }
  return false;
}

/** A row of a version before has NULL in the new column, which differs from every other NULL. */
function isHarmlessIndex(index: IndexStmt, { tables, columns }: Created): boolean {
  const table = index.relation?.relname ?? "";
  if (!index.unique || tables.has(table)) return true;
  const names = (index.indexParams ?? []).map((node) => ("IndexElem" in node ? node.IndexElem.name : ""));
  return !index.nulls_not_distinct && names.some((name) => columns.has(`${table}.${name}`));
}

/** A function or trigger of the same name comes with the same script. */
function isReplacement({ objects = [], removeType }: DropStmt, { routines }: Created): boolean {
  if (removeType !== "OBJECT_FUNCTION" && removeType !== "OBJECT_TRIGGER") return false;
  return objects.every((node) => {
    const names =
      "List" in node ? node.List.items : "ObjectWithArgs" in node ? node.ObjectWithArgs.objname : undefined;
    return routines.has(lastName(names));
  });
}

const commandsOf = ({ cmds = [] }: AlterTableStmt): AlterTableCmd[] =>
  cmds.flatMap((node) => ("AlterTableCmd" in node ? [node.AlterTableCmd] : []));

const constraintKinds = (constraints: Node[] = []): (Constraint["contype"] | undefined)[] =>
  constraints.flatMap((node) => ("Constraint" in node ? [node.Constraint.contype] : []));

function lastName(names: Node[] = []): string {
  const last = names.at(-1);
  return last && "String" in last ? (last.String.sval ?? "") : "";
}
