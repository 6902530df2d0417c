-- CreateTable
CREATE TABLE "Preset" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "generator" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Preset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PresetAsset" (
    "presetId" UUID NOT NULL,
    "assetId" UUID NOT NULL,

    CONSTRAINT "PresetAsset_pkey" PRIMARY KEY ("presetId","assetId")
);

-- CreateIndex
CREATE INDEX "PresetAsset_assetId_idx" ON "PresetAsset"("assetId");

-- AddForeignKey
ALTER TABLE "Preset" ADD CONSTRAINT "Preset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PresetAsset" ADD CONSTRAINT "PresetAsset_presetId_fkey" FOREIGN KEY ("presetId") REFERENCES "Preset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PresetAsset" ADD CONSTRAINT "PresetAsset_assetId_fkey" FOREIGN KEY ("assetId") REFERENCES "Asset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A name is unique for its person and generator, whatever its case.
CREATE UNIQUE INDEX "Preset_name" ON "Preset" ("userId", "generator", lower("name"));

CREATE UNIQUE INDEX "Preset_default" ON "Preset" ("userId", "generator") WHERE "isDefault";
