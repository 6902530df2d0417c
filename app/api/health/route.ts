export { getHealth as GET } from "@/server/status-routes.server";

export const dynamic = "force-dynamic";
