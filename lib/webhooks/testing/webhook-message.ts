import { Webhook } from "standardwebhooks";
import type { ReceivedMessage } from "./open-receiver";

/** What a message says. */
export interface Message {
  id: string;
  type: string;
  timestamp: string;
  data: { id: string; state?: string } & Record<string, unknown>;
}

/** Reads a message whose signature the library of Standard Webhooks accepts; throws for any other. */
export function readMessage(secret: string, { headers, body }: ReceivedMessage): Message {
  const message = new Webhook(secret).verify(body, headers as Record<string, string>) as Omit<Message, "id">;
  return { id: String(headers["webhook-id"]), ...message };
}
