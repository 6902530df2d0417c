-- The search index also knows the eighth of a power of two of a measure: with whole powers, sounds of 200 to 201 seconds
-- are looked for among those of 128 to 256.
CREATE OR REPLACE FUNCTION reverie_item_keys(
  owner uuid, at timestamptz, words text, own_words text, kind text, generator text, model text, voice text, tags text[],
  rating integer, favourite boolean, sandbox boolean, width integer, height integer, seconds double precision, bytes bigint
) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
RETURN reverie_search_keys(
  owner,
  reverie_month(at),
  array_remove(
    ARRAY[
      'kind=' || kind,
      'generator=' || generator,
      'model=' || model,
      'voice=' || voice,
      'sandbox=' || sandbox::text,
      'favourite=' || favourite::text,
      'shape=' || CASE WHEN width > height THEN 'landscape' WHEN width < height THEN 'portrait' WHEN width > 0 THEN 'square' END,
      'length=' || CASE WHEN seconds > 0 THEN floor(ln(seconds) / ln(2::double precision))::integer::text END,
      'length8=' || CASE WHEN seconds > 0 THEN floor(8 * ln(seconds) / ln(2::double precision))::integer::text END,
      'bytes=' || CASE WHEN bytes > 0 THEN floor(ln(bytes::double precision) / ln(2::double precision))::integer::text END,
      'bytes8=' || CASE WHEN bytes > 0 THEN floor(8 * ln(bytes::double precision) / ln(2::double precision))::integer::text END
    ],
    NULL
  )
  || ARRAY(SELECT 'tag=' || tag FROM unnest(tags) tag)
  || ARRAY(SELECT 'rating=' || stars::text FROM generate_series(1, rating) stars)
  || ARRAY(
    WITH signs AS MATERIALIZED (
      SELECT sign, lead(sign) OVER (ORDER BY place) AS next
      FROM string_to_table(words || chr(10) || own_words, NULL) WITH ORDINALITY AS split(sign, place)
    )
    SELECT sign FROM signs WHERE sign NOT IN (' ', chr(10))
    UNION
    SELECT sign || next FROM signs WHERE sign NOT IN (' ', chr(10)) AND next NOT IN (' ', chr(10))
  )
);

-- The keys of a row have changed, so all of its entries are written again.
REINDEX INDEX "Item_search";
