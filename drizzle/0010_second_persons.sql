ALTER TABLE "settings" DROP CONSTRAINT "settings_approval";--> statement-breakpoint
ALTER TABLE "adjustments" DROP CONSTRAINT "adjustments_four_eyes";--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_two";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_approval" CHECK (("settings"."approves" IS NULL) = ("settings"."approved_by" IS NULL) AND ("settings"."approves" IS NULL OR "settings"."in_force_from" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_four_eyes" CHECK (CASE WHEN "adjustments"."needs_approval" THEN "adjustments"."state" <> 'applied' OR "adjustments"."decided_by" <> "adjustments"."asked_by" OR "adjustments"."decided_at" >= "adjustments"."created_at" + interval '30 seconds' ELSE "adjustments"."state" = 'applied' AND "adjustments"."decided_by" = "adjustments"."asked_by" END);--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_two" CHECK ("approvals"."state" <> 'approved' OR "approvals"."decided_by" <> "approvals"."asked_by" OR "approvals"."decided_at" >= "approvals"."created_at" + interval '30 seconds');--> statement-breakpoint
-- Rows without a role keep their digests.
CREATE OR REPLACE FUNCTION facts_of(approvals) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.call_hash, $1.command, $1.effect, $1.asked_by, extract(epoch FROM $1.created_at), $1.state, $1.decided_by,
      extract(epoch FROM $1.decided_at))::text || coalesce($1.role, ''))]
$$;
--> statement-breakpoint
-- From here on the audit asks whether the two people of a decision were independent.
INSERT INTO row_steps (table_name, row_id) VALUES ('row_steps', 'independence');
