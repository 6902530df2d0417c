-- CreateTable
CREATE TABLE "Prompt" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "generator" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "lastId" UUID NOT NULL,

    CONSTRAINT "Prompt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PromptWords" (
    "promptId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "words" TEXT NOT NULL,
    "keys" INTEGER[],

    CONSTRAINT "PromptWords_pkey" PRIMARY KEY ("promptId")
);

-- CreateTable
CREATE TABLE "PromptUse" (
    "promptId" UUID NOT NULL,
    "generationId" UUID NOT NULL,

    CONSTRAINT "PromptUse_pkey" PRIMARY KEY ("promptId","generationId")
);

-- CreateIndex
CREATE INDEX "Prompt_userId_lastId_id_idx" ON "Prompt"("userId", "lastId" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Prompt_userId_generator_field_lastId_id_idx" ON "Prompt"("userId", "generator", "field", "lastId" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Prompt_userId_generator_field_digest_key" ON "Prompt"("userId", "generator", "field", "digest");

-- CreateIndex
CREATE INDEX "PromptUse_generationId_idx" ON "PromptUse"("generationId");

-- AddForeignKey
ALTER TABLE "Prompt" ADD CONSTRAINT "Prompt_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromptWords" ADD CONSTRAINT "PromptWords_promptId_fkey" FOREIGN KEY ("promptId") REFERENCES "Prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromptUse" ADD CONSTRAINT "PromptUse_promptId_fkey" FOREIGN KEY ("promptId") REFERENCES "Prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromptUse" ADD CONSTRAINT "PromptUse_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The prompts so far.
CREATE TEMPORARY TABLE written ON COMMIT DROP AS
SELECT take."id" AS "generationId", take."userId", take."generator", field.name AS "field",
  sha256(convert_to(regexp_replace(take."input" ->> field.name, '^\s+|\s+$', '', 'g'), 'UTF8')) AS "digest",
  trim(regexp_replace(lower(normalize(take."input" ->> field.name, NFKC)), '\s+', ' ', 'g')) AS "words"
FROM "Generation" take CROSS JOIN (VALUES ('prompt'), ('lyrics'), ('text')) field(name)
WHERE take."erasedAt" IS NULL AND take."relation" IS DISTINCT FROM 'sample'
  AND jsonb_typeof(take."input" -> field.name) = 'string' AND take."input" ->> field.name ~ '\S';

INSERT INTO "Prompt" ("id", "userId", "generator", "field", "digest", "lastId")
SELECT DISTINCT ON ("userId", "generator", "field", "digest")
  gen_random_uuid(), "userId", "generator", "field", "digest", "generationId"
FROM written ORDER BY "userId", "generator", "field", "digest", "generationId" DESC;

INSERT INTO "PromptUse" ("promptId", "generationId")
SELECT prompt."id", written."generationId" FROM written JOIN "Prompt" prompt USING ("userId", "generator", "field", "digest");

-- As lib/prompts/prompt-keys.ts: each sign and each pair of signs.
INSERT INTO "PromptWords" ("promptId", "userId", "words", "keys")
SELECT prompt."id", prompt."userId", written."words", ARRAY(
  WITH signs AS MATERIALIZED (
    SELECT sign, lead(sign) OVER (ORDER BY place) AS next
    FROM string_to_table(written."words", NULL) WITH ORDINALITY AS split(sign, place)
  )
  SELECT ('x' || left(encode(sha256(convert_to(prompt."userId"::text || token, 'UTF8')), 'hex'), 8))::bit(32)::integer
  FROM (
    SELECT sign AS token FROM signs WHERE sign <> ' '
    UNION
    SELECT sign || next FROM signs WHERE sign <> ' ' AND next <> ' '
  ) tokens
)
FROM "Prompt" prompt
JOIN written ON written."generationId" = prompt."lastId" AND written."field" = prompt."field";

-- Without a list of pending entries, which every search would read, and without statistics, which would cost every ANALYZE
-- as much as indexing 30,000 prompts.
CREATE INDEX "PromptWords_search" ON "PromptWords" USING gin ("keys") WITH (fastupdate = off);
ALTER TABLE "PromptWords" ALTER COLUMN "keys" SET STATISTICS 0;
