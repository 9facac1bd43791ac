-- Processes of the release before this one may still run, and move money by its rules: they cannot name this column, so the
-- database refuses what they post. A postback that they store is applied by a process of this release.
ALTER TABLE "ledger_transfers" ADD COLUMN "rules_version" smallint NOT NULL DEFAULT 1;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ALTER COLUMN "rules_version" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_rules" CHECK ("ledger_transfers"."rules_version" BETWEEN 1 AND 2);
--> statement-breakpoint

-- A sale is identified by the network's conversion id; the shop's order number is kept beside it. Rows that an older process
-- still makes get the default.
ALTER TABLE "conversions" ADD COLUMN "conversion_id" text;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "legacy" boolean NOT NULL DEFAULT true;--> statement-breakpoint

CREATE FUNCTION read_json_object(letter text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(letter::jsonb) WHEN 'object' THEN letter::jsonb ELSE '{}'::jsonb END;
EXCEPTION WHEN OTHERS THEN
  RETURN '{}'::jsonb;
END $$;
--> statement-breakpoint

-- What the stored reports of each sale name it by, read as the application reads them: the first filled parameter or column.
CREATE TEMPORARY TABLE named_sales AS
WITH fields (network, is_file, field, name, place) AS (VALUES
  ('trackier', false, 'conversion', 'conversion_id', 1), ('trackier', false, 'order', 'txn_id', 1),
  ('trackier', true, 'conversion', 'conversionid', 1), ('trackier', true, 'order', 'txnid', 1),
  ('admitad', false, 'conversion', 'admitad_id', 1), ('admitad', false, 'order', 'order_id', 1),
  ('admitad', true, 'conversion', 'admitadid', 1), ('admitad', true, 'conversion', 'actionid', 2),
  ('admitad', true, 'order', 'orderid', 1),
  ('impact', false, 'conversion', 'ActionId', 1), ('impact', false, 'order', 'Oid', 1),
  ('impact', true, 'conversion', 'actionid', 1), ('impact', true, 'conversion', 'id', 2),
  ('impact', true, 'order', 'oid', 1), ('impact', true, 'order', 'orderid', 2),
  ('awin', false, 'conversion', 'transactionId', 1), ('awin', false, 'order', 'orderRef', 1),
  ('awin', true, 'conversion', 'id', 1), ('awin', true, 'conversion', 'transactionid', 2),
  ('awin', true, 'order', 'orderref', 1),
  ('tune', false, 'conversion', 'transaction_id', 1), ('tune', false, 'goal', 'goal_id', 1),
  ('tune', false, 'order', 'adv_sub', 1),
  ('tune', true, 'conversion', 'statadid', 1), ('tune', true, 'conversion', 'transactionid', 2),
  ('tune', true, 'goal', 'statgoalid', 1), ('tune', true, 'goal', 'goalid', 2),
  ('tune', true, 'order', 'statadvertiserinfo', 1), ('tune', true, 'order', 'advsub', 2)),
cells AS (
  SELECT i.id, i.network, i.conversion_id, i.method = 'CSV' AS is_file,
         CASE i.method WHEN 'CSV' THEN lower(regexp_replace(c.key, '[^A-Za-z0-9]', '', 'g')) ELSE c.key END AS name,
         btrim(c.value, E' \t\r\n') AS value
    FROM postback_inbox i,
         LATERAL jsonb_each_text(i.raw || CASE i.network WHEN 'awin' THEN read_json_object(i.raw ->> 'AwinTransactionPush') ELSE '{}' END) c
   WHERE i.conversion_id IS NOT NULL AND i.outcome IN ('applied', 'repeat', 'stale', 'superseded')),
named AS (
  SELECT DISTINCT ON (c.id, f.field) c.id, c.network, c.conversion_id AS sale, f.field, c.value
    FROM cells c JOIN fields f USING (network, is_file, name)
   WHERE c.value <> ''
   ORDER BY c.id, f.field, f.place),
usable AS (
  SELECT * FROM named
   WHERE field = 'goal' OR NOT (value ~* '[{}\[\]<>]|!!!|%7[bd]|^([#%$@]).*\1$|^(n/?a|null|none|nil|nan|undefined|[0-]+)$')),
ids AS (
  SELECT n.sale, n.field,
         CASE WHEN n.field = 'conversion' AND n.network = 'tune' THEN n.value || ':' || g.value ELSE n.value END AS value
    FROM usable n LEFT JOIN usable g ON g.id = n.id AND g.field = 'goal'
   WHERE n.field <> 'goal'
     AND NOT (n.field = 'conversion' AND n.network = 'tune' AND coalesce(g.value, '0') = '0'))
SELECT sale,
       CASE count(DISTINCT value) FILTER (WHERE field = 'conversion') WHEN 1 THEN min(value) FILTER (WHERE field = 'conversion') END AS conversion_id,
       CASE count(DISTINCT value) FILTER (WHERE field = 'order') WHEN 1 THEN min(value) FILTER (WHERE field = 'order') END AS order_number
  FROM ids GROUP BY sale;
--> statement-breakpoint
-- An id that two sales were reported under is that of neither.
UPDATE named_sales n SET conversion_id = NULL
  FROM conversions c, named_sales o JOIN conversions d ON d.id = o.sale
 WHERE c.id = n.sale AND o.sale <> n.sale AND o.conversion_id = n.conversion_id AND d.network = c.network;
--> statement-breakpoint
UPDATE conversions c SET conversion_id = n.conversion_id, order_number = n.order_number, legacy = n.conversion_id IS NULL
  FROM named_sales n WHERE n.sale = c.id;
--> statement-breakpoint
DROP TABLE named_sales;--> statement-breakpoint
DROP FUNCTION read_json_object(text);--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_conversion" UNIQUE("network","conversion_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_unnamed" ON "conversions" USING btree ("network","external_id") WHERE "conversions"."conversion_id" IS NULL;--> statement-breakpoint
CREATE INDEX "conversions_external_id" ON "conversions" USING btree ("network","external_id");--> statement-breakpoint
CREATE INDEX "conversions_order" ON "conversions" USING btree ("network","order_number");--> statement-breakpoint
CREATE INDEX "conversions_loss" ON "conversions" USING btree ("id") WHERE "conversions"."status" = 'approved' AND NOT "conversions"."accepted" AND "conversions"."network_payout_paise" < "conversions"."granted_paise" + "conversions"."referral_paise";--> statement-breakpoint
ALTER TABLE "conversions" DROP CONSTRAINT "conversions_external";
