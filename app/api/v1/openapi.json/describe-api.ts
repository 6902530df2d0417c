import { generatorListSchema } from "@/server/describe-generators.server";
import { accountDtoSchema } from "@/lib/auth/account-dto";
import { apiTokenDtoSchema, newApiTokenDtoSchema } from "@/lib/auth/api-token";
import { getSessionCookieName } from "@/lib/auth/sessions.server";
import { batchDtoSchema } from "@/lib/batches/batch-dto";
import { connectionSummarySchema } from "@/lib/connections/connection-summary";
import { connectionTestResultSchema } from "@/lib/connections/connection-test-result";
import { problemSchema } from "@/lib/errors/problem-schema";
import {
  generationDtoSchema,
  generationPageSchema,
  outputDtoSchema,
} from "@/lib/generations/read/generation-dto";
import { rateOutlookSchema } from "@/lib/generations/line/rate-outlook-dto";
import {
  buildOpenApiDocument,
  type OpenApiDocument,
  type RouteModule,
} from "@/lib/http/openapi/build-openapi-document";
import { itemTaskDtoSchema } from "@/lib/item-tasks/item-task-dto";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { projectDtoSchema, projectItemDtoSchema } from "@/lib/projects/project-dto";
import { uploadDtoSchema } from "@/lib/media/asset-dto";
import { deliveryDtoSchema, webhookDtoSchema } from "@/lib/webhooks/webhook-dto";

/** Named schemas of the description. */
const schemas = {
  Generation: generationDtoSchema,
  GenerationPage: generationPageSchema,
  Output: outputDtoSchema,
  Batch: batchDtoSchema,
  Item: itemDtoSchema,
  ItemTask: itemTaskDtoSchema,
  Project: projectDtoSchema,
  ProjectItem: projectItemDtoSchema,
  GeneratorList: generatorListSchema,
  RateOutlook: rateOutlookSchema,
  Upload: uploadDtoSchema,
  Connection: connectionSummarySchema,
  ConnectionTestResult: connectionTestResultSchema,
  Account: accountDtoSchema,
  Token: apiTokenDtoSchema,
  NewToken: newApiTokenDtoSchema,
  Webhook: webhookDtoSchema,
  WebhookDelivery: deliveryDtoSchema,
  Problem: problemSchema,
};

/** The OpenAPI 3.1 description, for a studio served over https or http. */
export function describeApi(
  routes: Readonly<Record<string, RouteModule>>,
  { secure }: { secure: boolean },
): OpenApiDocument {
  return buildOpenApiDocument({
    title: "Reverie",
    version: "1",
    description:
      "Scripts with an API token can do everything people can do in the browser. Each operation names the scope that a token needs: `read` reads; `make` creates, changes and deletes generations and files, which may be billed; `manage` changes the connection, callbacks, webhooks and tokens. Errors are returned as application/problem+json with a code from docs/errors.md.",
    sessionCookieName: getSessionCookieName(secure),
    routes,
    schemas,
  });
}
