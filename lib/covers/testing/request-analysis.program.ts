import { findAsset } from "@/lib/media/find-asset.server";
import { getAnalysisServices } from "@/server/analysis-services.server";
import { requestCoverAnalysis } from "../request-cover-analysis.server";

// node <program> <user id> <asset id>: requests an analysis like the web process, in a process that a test may kill.
const [userId = "", assetId = ""] = process.argv.slice(2);
const services = await getAnalysisServices();
const asset = await findAsset(assetId, userId, services.database);
if (!asset) throw new Error("The asset is missing");
const { finished } = await requestCoverAnalysis(services, { userId, asset, field: "assetId" });
await finished;
process.exit();
