-- CreateTable
CREATE TABLE "CallbackAddress" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "generationId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "CallbackAddress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CallbackEvent" (
    "id" UUID NOT NULL,
    "addressId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CallbackEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "CallbackAddress_tokenHash_key" ON "CallbackAddress"("tokenHash");

-- CreateIndex
CREATE INDEX "CallbackAddress_generationId_idx" ON "CallbackAddress"("generationId");

-- CreateIndex
CREATE INDEX "CallbackAddress_userId_id_idx" ON "CallbackAddress"("userId", "id" DESC);

-- CreateIndex
CREATE INDEX "CallbackEvent_addressId_id_idx" ON "CallbackEvent"("addressId", "id" DESC);

-- AddForeignKey
ALTER TABLE "CallbackAddress" ADD CONSTRAINT "CallbackAddress_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallbackAddress" ADD CONSTRAINT "CallbackAddress_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallbackEvent" ADD CONSTRAINT "CallbackEvent_addressId_fkey" FOREIGN KEY ("addressId") REFERENCES "CallbackAddress"("id") ON DELETE CASCADE ON UPDATE CASCADE;
