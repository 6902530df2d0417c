import { z } from "zod";

/** What a field of an input takes, as far as a cell of a table can say it. */
export type FieldType = "text" | "number" | "boolean" | "number-or-text" | "json";

/** A field of a generator's input that a row can set. */
export interface BatchField {
  /** Dotted path in the input. */
  path: string;
  type: FieldType;
  /** Whether it takes any text, not only one of several. */
  isFreeText: boolean;
}

interface JsonSchema {
  type?: unknown;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown;
  const?: unknown;
}

/** The fields of an input and of the objects in it, from its schema, in the order of the schema. */
export function listBatchFields(inputSchema: z.ZodType): BatchField[] {
  return listProperties(z.toJSONSchema(inputSchema, { io: "input" }) as JsonSchema, "");
}

function listProperties({ properties = {} }: JsonSchema, parent: string): BatchField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${parent}${name}`;
    if (schema.properties) return listProperties(schema, `${path}.`);
    const isFreeText = schema.type === "string" && schema.enum === undefined && schema.const === undefined;
    return [{ path, type: findType(schema), isFreeText }];
  });
}

function findType(schema: JsonSchema): FieldType {
  const branches = schema.anyOf ?? schema.oneOf ?? [schema];
  const types = new Set(
    branches.map(
      ({ type, enum: values, const: value }) => type ?? typeof (Array.isArray(values) ? values[0] : value),
    ),
  );
  const isNumber = types.delete("integer") || types.delete("number");
  const isText = types.delete("string");
  const isBoolean = types.delete("boolean");
  if (types.size > 0 || (isBoolean && (isNumber || isText))) return "json";
  if (isBoolean) return "boolean";
  if (isNumber) return isText ? "number-or-text" : "number";
  return "text";
}
