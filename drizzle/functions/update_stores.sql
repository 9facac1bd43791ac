-- Updates what brands keep of their listed offers, and notes changed rates. Null: all stores. An UPDATE of no rows would raise the catalogue's version.
CREATE OR REPLACE FUNCTION update_stores(stores bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE changed json;
BEGIN
  SELECT json_agg(f) INTO changed
    FROM (SELECT b.id, count(c.id) AS live_count, count(c.code) AS live_codes,
                 count(*) FILTER (WHERE lower(c.type) = 'product') AS live_products,
                 max(p.percent) AS up_to_percent, max(p.rupees) AS up_to_rupees
            FROM brands b CROSS JOIN catalogue_version v LEFT JOIN campaigns c ON c.brand_id = b.id AND c.listed
            LEFT JOIN LATERAL payout_of(c, b, v.share_hundredths) AS p ON c.id IS NOT NULL
           WHERE stores IS NULL OR b.id = ANY (stores) GROUP BY b.id) AS f
    JOIN brands b USING (id)
   WHERE (b.live_count, b.live_codes, b.live_products, b.up_to_percent, b.up_to_rupees)
         IS DISTINCT FROM (f.live_count, f.live_codes, f.live_products, f.up_to_percent, f.up_to_rupees);
  IF changed IS NOT NULL THEN
    INSERT INTO store_rates (store, percent, rupees)
    SELECT f.id, f.up_to_percent, f.up_to_rupees FROM json_populate_recordset(NULL::brands, changed) AS f JOIN brands b ON b.id = f.id
     WHERE (b.up_to_percent, b.up_to_rupees) IS DISTINCT FROM (f.up_to_percent, f.up_to_rupees);
    UPDATE brands SET live_count = f.live_count, live_codes = f.live_codes, live_products = f.live_products,
                      up_to_percent = f.up_to_percent, up_to_rupees = f.up_to_rupees
      FROM json_populate_recordset(NULL::brands, changed) AS f WHERE brands.id = f.id;
  END IF;
END $$;
