CREATE TABLE "brands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"coupon_code" text NOT NULL,
	"name" text NOT NULL,
	"seo_title" text,
	"img" text,
	"store_url" text,
	"verified_at" timestamp with time zone,
	"holding_days" integer,
	"payout_hundredths" bigint,
	"payout_model" text,
	"commission_hundredths" bigint,
	"commission_model" text,
	"share_hundredths" bigint,
	"clicks_30d" integer DEFAULT 0 NOT NULL,
	"rank" integer DEFAULT 2147483647 NOT NULL,
	"live_count" integer DEFAULT 0 NOT NULL,
	"live_codes" integer DEFAULT 0 NOT NULL,
	"live_products" integer DEFAULT 0 NOT NULL,
	"up_to_percent" bigint,
	"up_to_rupees" bigint,
	"tracks_in_hours" integer,
	"confirms_in_days" integer,
	"app_orders" boolean,
	"takes_claims" boolean,
	"voids" text,
	"dos" text,
	"donts" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_coupon_code_unique" UNIQUE("coupon_code"),
	CONSTRAINT "brands_source" UNIQUE("source","external_id"),
	CONSTRAINT "brands_tracks_in_hours" CHECK ("brands"."tracks_in_hours" BETWEEN 1 AND 8760),
	CONSTRAINT "brands_confirms_in_days" CHECK ("brands"."confirms_in_days" BETWEEN 1 AND 365),
	CONSTRAINT "brands_holding_days" CHECK ("brands"."holding_days" BETWEEN 0 AND 365),
	CONSTRAINT "brands_payout" CHECK ("brands"."payout_hundredths" >= 0),
	CONSTRAINT "brands_commission" CHECK ("brands"."commission_hundredths" >= 0),
	CONSTRAINT "brands_share" CHECK ("brands"."share_hundredths" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"row_hash" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"brand_id" bigint NOT NULL,
	"category_id" integer,
	"description_html" text DEFAULT '' NOT NULL,
	"description_text" text DEFAULT '' NOT NULL,
	"kpi_html" text DEFAULT '' NOT NULL,
	"code" text,
	"categories" text,
	"type" text DEFAULT 'deal' NOT NULL,
	"payout_hundredths" bigint,
	"payout_model" text DEFAULT 'percentage' NOT NULL,
	"currency" text DEFAULT 'Rs.' NOT NULL,
	"commission_hundredths" bigint,
	"commission_model" text,
	"set_payout_hundredths" bigint,
	"set_payout_model" text,
	"logo_url" text,
	"banner_url" text,
	"img" text,
	"offer" text,
	"seo_title" text,
	"url" text NOT NULL,
	"network" text NOT NULL,
	"network_campaign_id" text NOT NULL,
	"tracking_url" text,
	"rate_for" text,
	"cap_paise" bigint,
	"guest_clicks" boolean DEFAULT false NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"tracking_script_cid" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"clicks_30d" integer DEFAULT 0 NOT NULL,
	"rank" integer DEFAULT 2147483647 NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_slug_unique" UNIQUE("slug"),
	CONSTRAINT "campaigns_source" UNIQUE("source","external_id"),
	CONSTRAINT "campaigns_https" CHECK ("campaigns"."url" LIKE 'https://%'),
	CONSTRAINT "campaigns_tracking_https" CHECK ("campaigns"."tracking_url" IS NULL OR "campaigns"."tracking_url" LIKE 'https://%'),
	CONSTRAINT "campaigns_payout" CHECK ("campaigns"."payout_hundredths" IS NULL OR "campaigns"."payout_hundredths" >= 0),
	CONSTRAINT "campaigns_commission" CHECK ("campaigns"."commission_hundredths" >= 0),
	CONSTRAINT "campaigns_set_payout" CHECK ("campaigns"."set_payout_hundredths" >= 0)
);
--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"purged" bigint DEFAULT 0 NOT NULL,
	"share_hundredths" bigint,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"match_key" text NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"position" integer NOT NULL,
	"in_menu" boolean DEFAULT false NOT NULL,
	"filter_position" integer,
	CONSTRAINT "categories_name_unique" UNIQUE("name"),
	CONSTRAINT "categories_match_key_unique" UNIQUE("match_key")
);
--> statement-breakpoint
CREATE TABLE "departures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "departures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"phone_hash" text,
	"debt_paise" bigint NOT NULL,
	"forfeited_paise" bigint DEFAULT 0 NOT NULL,
	"hold_until" timestamp with time zone,
	"hold_reason" text,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL,
	"returned_as" bigint,
	"returned_at" timestamp with time zone,
	"inherited" boolean DEFAULT false NOT NULL,
	"moved_paise" bigint DEFAULT 0 NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_reason" text,
	CONSTRAINT "departures_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "departures_not_negative" CHECK ("departures"."debt_paise" >= 0 AND "departures"."moved_paise" >= 0),
	CONSTRAINT "departures_forfeited" CHECK ("departures"."forfeited_paise" >= 0),
	CONSTRAINT "departures_returned" CHECK (("departures"."returned_as" IS NULL) = ("departures"."returned_at" IS NULL)),
	CONSTRAINT "departures_moved" CHECK ("departures"."moved_paise" = 0 OR "departures"."inherited"),
	CONSTRAINT "departures_lifted" CHECK (("departures"."lifted_at" IS NULL) = ("departures"."lifted_reason" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"user_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"vote" text NOT NULL,
	"has_click" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_user_id_campaign_id_pk" PRIMARY KEY("user_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "flash_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flash_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"weekday" smallint,
	"on_date" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flash_sales_weekday_unique" UNIQUE("weekday"),
	CONSTRAINT "flash_sales_on_date_unique" UNIQUE("on_date"),
	CONSTRAINT "flash_sales_when" CHECK (("flash_sales"."weekday" IS NULL) <> ("flash_sales"."on_date" IS NULL) AND ("flash_sales"."weekday" IS NULL OR "flash_sales"."weekday" BETWEEN 0 AND 6))
);
--> statement-breakpoint
CREATE TABLE "seo_texts" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"structured_data" jsonb
);
--> statement-breakpoint
CREATE TABLE "shortlinks" (
	"slug" text PRIMARY KEY NOT NULL,
	"campaign_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"body" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_members" (
	"signal_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signal_members_signal_id_user_id_pk" PRIMARY KEY("signal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "signals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"facts" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	"cleared_reason" text,
	"upheld_at" timestamp with time zone,
	"upheld_reason" text,
	CONSTRAINT "signals_cleared" CHECK (("signals"."cleared_at" IS NULL) = ("signals"."cleared_reason" IS NULL)),
	CONSTRAINT "signals_upheld" CHECK (("signals"."upheld_at" IS NULL) = ("signals"."upheld_reason" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "image_sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "image_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"host" text NOT NULL,
	"hash" text,
	"fetched_at" timestamp with time zone,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_sources_url_unique" UNIQUE("url"),
	CONSTRAINT "image_sources_https" CHECK ("image_sources"."url" LIKE 'https://%')
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_hash" CHECK ("images"."hash" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "images_size" CHECK (octet_length("images"."bytes") BETWEEN 1 AND 2097152)
);
--> statement-breakpoint
CREATE TABLE "adjustments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text NOT NULL,
	"conversion_id" bigint,
	"request_key" text,
	"asked_by" text NOT NULL,
	"needs_approval" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"refusal" text,
	CONSTRAINT "adjustments_key" UNIQUE("request_key"),
	CONSTRAINT "adjustments_amount" CHECK ("adjustments"."amount_paise" BETWEEN 1 AND 100000000000),
	CONSTRAINT "adjustments_reason" CHECK (length("adjustments"."reason") BETWEEN 1 AND 200),
	CONSTRAINT "adjustments_decided" CHECK (("adjustments"."state" = 'waiting') = ("adjustments"."decided_by" IS NULL) AND ("adjustments"."decided_by" IS NULL) = ("adjustments"."decided_at" IS NULL) AND ("adjustments"."state" = 'refused') = ("adjustments"."refusal" IS NOT NULL)),
	CONSTRAINT "adjustments_four_eyes" CHECK (CASE WHEN "adjustments"."needs_approval" THEN "adjustments"."decided_by" IS DISTINCT FROM "adjustments"."asked_by" ELSE "adjustments"."state" = 'applied' AND "adjustments"."decided_by" = "adjustments"."asked_by" END)
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"id" bigint PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"previous" text NOT NULL,
	"ranges" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"user_id" bigint DEFAULT 0 NOT NULL,
	"normal_side" text NOT NULL,
	"floor_paise" bigint,
	"debits_paise" bigint DEFAULT 0 NOT NULL,
	"credits_paise" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner" UNIQUE("code","user_id"),
	CONSTRAINT "ledger_accounts_sums" CHECK ("ledger_accounts"."debits_paise" >= 0 AND "ledger_accounts"."credits_paise" >= 0),
	CONSTRAINT "ledger_accounts_floor" CHECK ("ledger_accounts"."floor_paise" IS NULL OR CASE "ledger_accounts"."normal_side" WHEN 'credit' THEN "ledger_accounts"."credits_paise" - "ledger_accounts"."debits_paise" ELSE "ledger_accounts"."debits_paise" - "ledger_accounts"."credits_paise" END >= "ledger_accounts"."floor_paise")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"debit_account" bigint NOT NULL,
	"credit_account" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" bigint NOT NULL,
	"rules_version" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "ledger_transfers_reference_unique" UNIQUE("reference"),
	CONSTRAINT "ledger_transfers_amount" CHECK ("ledger_transfers"."amount_paise" BETWEEN 1 AND 100000000000),
	CONSTRAINT "ledger_transfers_rules" CHECK ("ledger_transfers"."rules_version" BETWEEN 1 AND 2),
	CONSTRAINT "ledger_transfers_two_accounts" CHECK ("ledger_transfers"."debit_account" <> "ledger_transfers"."credit_account")
);
--> statement-breakpoint
CREATE TABLE "otp_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"phone_number" text NOT NULL,
	"code_hash" text,
	"demo_code" text,
	"provider" text NOT NULL,
	"provider_reference" text,
	"lane" text DEFAULT '' NOT NULL,
	"payload" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"consumed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "profile_images" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"webp" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_images_small" CHECK (octet_length("profile_images"."webp") BETWEEN 1 AND 262144)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" bigint NOT NULL,
	"remember" boolean DEFAULT false NOT NULL,
	"opened_by" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_up_places" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"place_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"username" text NOT NULL,
	"phone_number" text,
	"email" text,
	"password_hash" text,
	"referral_code" text,
	"referred_by" bigint,
	"terms_version" text,
	"terms_accepted_at" timestamp with time zone,
	"payout_hold_until" timestamp with time zone,
	"payout_hold_reason" text,
	"first_destination_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_phone_number_unique" UNIQUE("phone_number"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_referral_code_unique" UNIQUE("referral_code"),
	CONSTRAINT "users_not_own_referrer" CHECK ("users"."referred_by" IS DISTINCT FROM "users"."id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"href" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_reference" UNIQUE("user_id","reference")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"email" text PRIMARY KEY NOT NULL,
	"unsubscribe_token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alert_id" bigint NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "alert_events_once" UNIQUE("alert_id","event")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"result" jsonb
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"conversion_id" bigint,
	"body" text NOT NULL,
	"os_user" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp with time zone,
	CONSTRAINT "notes_subject" CHECK (("notes"."user_id" IS NULL) <> ("notes"."conversion_id" IS NULL)),
	CONSTRAINT "notes_body" CHECK (length("notes"."body") <= 2000 AND ("notes"."body" = '') = ("notes"."erased_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"os_user" text NOT NULL,
	"command" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"outcome" text,
	"seal" text,
	CONSTRAINT "operator_log_seal" UNIQUE("seal")
);
--> statement-breakpoint
CREATE TABLE "row_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"row_id" text NOT NULL,
	"digest" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"value" text NOT NULL,
	"in_force_from" timestamp with time zone,
	"made_by" text NOT NULL,
	"approved_by" text,
	"approves" bigint,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_approved_once" UNIQUE("approves"),
	CONSTRAINT "settings_approval" CHECK (("settings"."approves" IS NULL) = ("settings"."approved_by" IS NULL) AND "settings"."approved_by" IS DISTINCT FROM "settings"."made_by" AND ("settings"."approves" IS NULL OR "settings"."in_force_from" IS NOT NULL)),
	CONSTRAINT "settings_from" CHECK ("settings"."in_force_from" >= "settings"."created_at")
);
--> statement-breakpoint
CREATE TABLE "bank_details" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"hint" text NOT NULL,
	"blind_index" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hold_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hold_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"hold_until" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upi_details" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"hint" text NOT NULL,
	"blind_index" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_batch_items" (
	"batch_id" bigint NOT NULL,
	"withdrawal_id" bigint NOT NULL,
	"left_at" timestamp with time zone,
	"left_because" text,
	CONSTRAINT "payout_batch_items_batch_id_withdrawal_id_pk" PRIMARY KEY("batch_id","withdrawal_id"),
	CONSTRAINT "payout_batch_items_left" CHECK (("payout_batch_items"."left_at" IS NULL) = ("payout_batch_items"."left_because" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"count" integer NOT NULL,
	"sum_paise" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text,
	"written_at" timestamp with time zone,
	CONSTRAINT "payout_batches_not_empty" CHECK ("payout_batches"."count" > 0 AND "payout_batches"."sum_paise" > 0),
	CONSTRAINT "payout_batches_sha256" CHECK ("payout_batches"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "payout_conflicts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_conflicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"reason" text NOT NULL,
	"word" text NOT NULL,
	"number" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"utr" text,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "payout_conflicts_once" UNIQUE("withdrawal_id","reason","word","amount_paise")
);
--> statement-breakpoint
CREATE TABLE "payout_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"reason" text,
	"withdrawal_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() + interval '10 seconds' NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "payout_events_once" UNIQUE("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payout_orders" (
	"withdrawal_id" bigint PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"stage" text DEFAULT 'ready' NOT NULL,
	"provider_reference" text,
	"provider_status" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"recheck_at" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_orders_reference" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "month_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "month_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "month_corrections_ref" UNIQUE("ref_type","ref_id"),
	CONSTRAINT "month_corrections_month" CHECK ("month_corrections"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "month_corrections_ref_type" CHECK ("month_corrections"."ref_type" IN ('adjustment', 'settlement', 'bank_entry'))
);
--> statement-breakpoint
CREATE TABLE "period_closes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "period_closes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"step" text NOT NULL,
	"ends" jsonb,
	"sha256" text,
	"reason" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "period_closes_month" CHECK ("period_closes"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "period_closes_step" CHECK (CASE "period_closes"."step" WHEN 'closed' THEN "period_closes"."ends" IS NOT NULL AND coalesce("period_closes"."sha256", '') ~ '^[0-9a-f]{64}$' AND "period_closes"."reason" IS NULL WHEN 'reopen-asked' THEN "period_closes"."ends" IS NULL AND "period_closes"."sha256" IS NULL AND coalesce("period_closes"."reason", '') <> '' WHEN 'reopened' THEN "period_closes"."ends" IS NULL AND "period_closes"."sha256" IS NULL AND coalesce("period_closes"."reason", '') <> '' ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "clicks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"network" text NOT NULL,
	"payout_hundredths" bigint,
	"payout_model" text NOT NULL,
	"currency" text NOT NULL,
	"cap_paise" bigint,
	"referral_hundredths" bigint DEFAULT 2000 NOT NULL,
	"visitor_hash" text NOT NULL,
	"claimed_by" bigint,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clicks_referral" CHECK ("clicks"."referral_hundredths" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"external_id" text NOT NULL,
	"conversion_id" text,
	"order_number" text,
	"legacy" boolean DEFAULT true NOT NULL,
	"click_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"referrer_id" bigint,
	"campaign_id" bigint NOT NULL,
	"status" text NOT NULL,
	"sale_paise" bigint,
	"network_payout_paise" bigint,
	"pending_paise" bigint DEFAULT 0 NOT NULL,
	"granted_paise" bigint DEFAULT 0 NOT NULL,
	"referral_paise" bigint DEFAULT 0 NOT NULL,
	"withdrawable_at" timestamp with time zone,
	"report_id" bigint,
	"accepted" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversions_conversion" UNIQUE("network","conversion_id"),
	CONSTRAINT "conversions_not_negative" CHECK ("conversions"."pending_paise" >= 0 AND "conversions"."granted_paise" >= 0 AND "conversions"."referral_paise" >= 0),
	CONSTRAINT "conversions_pending_only" CHECK ("conversions"."status" = 'pending' OR "conversions"."pending_paise" = 0),
	CONSTRAINT "conversions_granted_only" CHECK ("conversions"."status" = 'approved' OR ("conversions"."granted_paise" = 0 AND "conversions"."referral_paise" = 0))
);
--> statement-breakpoint
CREATE TABLE "held_money" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_money_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversion_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"revision" integer NOT NULL,
	"amount_paise" bigint NOT NULL,
	"until" timestamp with time zone,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_money_change" UNIQUE("conversion_id","kind","revision"),
	CONSTRAINT "held_money_amount" CHECK ("held_money"."amount_paise" >= 0),
	CONSTRAINT "held_money_state" CHECK ("held_money"."kind" IN ('cashback', 'referral') AND "held_money"."state" IN ('granted', 'waiting', 'ended') AND ("held_money"."kind" = 'referral' OR "held_money"."state" = 'granted'))
);
--> statement-breakpoint
CREATE TABLE "postback_inbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postback_inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"method" text NOT NULL,
	"raw" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"click_id" text,
	"external_id" text,
	"report" text,
	"sale_paise" bigint,
	"outcome" text,
	"reason" text,
	"conversion_id" bigint,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"next_attempt_at" timestamp with time zone DEFAULT now() + interval '10 seconds' NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text
);
--> statement-breakpoint
CREATE TABLE "missed_searches" (
	"on_day" date NOT NULL,
	"words" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_searches_on_day_words_pk" PRIMARY KEY("on_day","words"),
	CONSTRAINT "missed_searches_words" CHECK (length("missed_searches"."words") <= 60)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"sound" text NOT NULL,
	"times" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_secrets" (
	"network" text NOT NULL,
	"fingerprint" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_secrets_network_fingerprint_pk" PRIMARY KEY("network","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_origin" text NOT NULL,
	"port" integer NOT NULL,
	"networks" jsonb NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"entry_key" text NOT NULL,
	"on_day" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"withdrawal_id" bigint,
	"settlement_id" bigint,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_entries_entry_key_unique" UNIQUE("entry_key"),
	CONSTRAINT "bank_entries_kind" CHECK (CASE "bank_entries"."kind" WHEN 'withdrawal' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" < 0 WHEN 'other' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" < 0 WHEN 'return' THEN "bank_entries"."withdrawal_id" IS NOT NULL AND "bank_entries"."amount_paise" > 0 WHEN 'network' THEN "bank_entries"."settlement_id" IS NOT NULL AND "bank_entries"."amount_paise" > 0 WHEN 'fee' THEN "bank_entries"."amount_paise" <> 0 ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "network_settlement_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_settlement_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_id" bigint NOT NULL,
	"conversion_id" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_settlement_items_amount" CHECK ("network_settlement_items"."amount_paise" <> 0)
);
--> statement-breakpoint
CREATE TABLE "network_settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"reference_key" text,
	"corrections" integer DEFAULT 0 NOT NULL,
	"invoice" text,
	"invoiced_on" date,
	"paid_on" date NOT NULL,
	"amount_paise" bigint NOT NULL,
	"tds_paise" bigint NOT NULL,
	"gst_paise" bigint NOT NULL,
	"settled_paise" bigint NOT NULL,
	"reverses" bigint,
	"reason" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_settlements_reversed_once" UNIQUE("reverses"),
	CONSTRAINT "network_settlements_reference" UNIQUE("reference_key","corrections"),
	CONSTRAINT "network_settlements_kind" CHECK ("network_settlements"."kind" IN ('payment', 'write-off', 'reversal')),
	CONSTRAINT "network_settlements_invoiced_on" CHECK ("network_settlements"."invoiced_on" IS NULL OR "network_settlements"."invoice" IS NOT NULL),
	CONSTRAINT "network_settlements_sum" CHECK ("network_settlements"."settled_paise" <> 0 AND ("network_settlements"."kind" = 'write-off' OR "network_settlements"."settled_paise" = "network_settlements"."amount_paise" + "network_settlements"."tds_paise" - "network_settlements"."gst_paise" OR "network_settlements"."kind" = 'reversal')),
	CONSTRAINT "network_settlements_payment" CHECK (("network_settlements"."kind" = 'payment') = (coalesce("network_settlements"."reference_key", '') <> '') AND ("network_settlements"."kind" <> 'payment' OR ("network_settlements"."amount_paise" >= "network_settlements"."gst_paise" AND "network_settlements"."tds_paise" >= 0 AND "network_settlements"."gst_paise" >= 0 AND "network_settlements"."settled_paise" > 0))),
	CONSTRAINT "network_settlements_write_off" CHECK ("network_settlements"."kind" <> 'write-off' OR ("network_settlements"."amount_paise", "network_settlements"."tds_paise", "network_settlements"."gst_paise") = (0, 0, 0)),
	CONSTRAINT "network_settlements_reason" CHECK (("network_settlements"."kind" = 'payment' OR coalesce("network_settlements"."reason", '') <> '') AND ("network_settlements"."kind" = 'reversal') = ("network_settlements"."reverses" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "settlement_references" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_references_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"settlement_id" bigint NOT NULL,
	"key" text NOT NULL,
	"corrections" integer NOT NULL,
	CONSTRAINT "settlement_references_once" UNIQUE("settlement_id"),
	CONSTRAINT "settlement_references_key" UNIQUE("key","corrections")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_edges" (
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	CONSTRAINT "withdrawal_edges_from_status_to_status_pk" PRIMARY KEY("from_status","to_status")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_id" bigint NOT NULL,
	"status" text NOT NULL,
	"utr" text,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"method" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"request_key" uuid NOT NULL,
	"destination" text NOT NULL,
	"destination_hint" text NOT NULL,
	"destination_index" text,
	"debt_override" text,
	"signal_override" text,
	"utr" text,
	"utr_key" text,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawals_request_key" UNIQUE("user_id","request_key"),
	CONSTRAINT "withdrawals_utr" UNIQUE("utr_key"),
	CONSTRAINT "withdrawals_amount" CHECK ("withdrawals"."amount_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_returned_as_users_id_fk" FOREIGN KEY ("returned_as") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flash_sales" ADD CONSTRAINT "flash_sales_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seo_texts" ADD CONSTRAINT "seo_texts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlinks" ADD CONSTRAINT "shortlinks_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_members" ADD CONSTRAINT "signal_members_signal_id_signals_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_members" ADD CONSTRAINT "signal_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_sources" ADD CONSTRAINT "image_sources_hash_images_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_debit_account_ledger_accounts_id_fk" FOREIGN KEY ("debit_account") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_credit_account_ledger_accounts_id_fk" FOREIGN KEY ("credit_account") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_images" ADD CONSTRAINT "profile_images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_up_places" ADD CONSTRAINT "sign_up_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_events" ADD CONSTRAINT "alert_events_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_approves_settings_id_fk" FOREIGN KEY ("approves") REFERENCES "public"."settings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_details" ADD CONSTRAINT "bank_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upi_details" ADD CONSTRAINT "upi_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batch_items" ADD CONSTRAINT "payout_batch_items_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_conflicts" ADD CONSTRAINT "payout_conflicts_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_orders" ADD CONSTRAINT "payout_orders_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_money" ADD CONSTRAINT "held_money_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_money" ADD CONSTRAINT "held_money_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_settlement_id_network_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_settlement_items" ADD CONSTRAINT "network_settlement_items_settlement_id_network_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_settlement_items" ADD CONSTRAINT "network_settlement_items_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_settlements" ADD CONSTRAINT "network_settlements_reverses_network_settlements_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_references" ADD CONSTRAINT "settlement_references_settlement_id_network_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."network_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_steps" ADD CONSTRAINT "withdrawal_steps_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brands_rank" ON "brands" USING btree ("rank","id") WHERE "brands"."live_count" > 0;--> statement-breakpoint
CREATE INDEX "brands_letter" ON "brands" USING btree (lower("name") text_pattern_ops) WHERE "brands"."live_count" > 0;--> statement-breakpoint
CREATE INDEX "brands_name" ON "brands" USING btree (lower("name"),"rank","id");--> statement-breakpoint
CREATE INDEX "campaigns_rank" ON "campaigns" USING btree ("rank","id","title","ends_at") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_category" ON "campaigns" USING btree ("category_id","rank","id","title","ends_at") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_brand" ON "campaigns" USING btree ("brand_id","listed","rank","id","ends_at");--> statement-breakpoint
CREATE INDEX "campaigns_brand_product" ON "campaigns" USING btree ("brand_id","rank","id","ends_at") WHERE "campaigns"."listed" AND lower("campaigns"."type") = 'product';--> statement-breakpoint
CREATE INDEX "campaigns_brand_code" ON "campaigns" USING btree ("brand_id","rank","id","ends_at") WHERE "campaigns"."listed" AND "campaigns"."code" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_category_brand" ON "campaigns" USING btree ("category_id","brand_id") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_rate_for" ON "campaigns" USING btree ("brand_id","rank","id") WHERE "campaigns"."listed" AND "campaigns"."rate_for" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_banner" ON "campaigns" USING btree ("rank","id") WHERE "campaigns"."listed" AND "campaigns"."banner_url" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_code" ON "campaigns" USING btree ("rank","id","ends_at") WHERE "campaigns"."listed" AND "campaigns"."code" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_title" ON "campaigns" USING btree (lower("title") text_pattern_ops,"rank","id");--> statement-breakpoint
CREATE INDEX "campaigns_code_text" ON "campaigns" USING btree (lower("code")) WHERE "campaigns"."listed" AND "campaigns"."code" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "campaigns_listed" ON "campaigns" USING btree ("id") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_ending" ON "campaigns" USING btree ("ends_at") WHERE "campaigns"."listed";--> statement-breakpoint
CREATE INDEX "campaigns_coming" ON "campaigns" USING btree (coalesce("ends_at", 'infinity'::timestamptz)) WHERE NOT "campaigns"."listed" AND "campaigns"."hidden_at" IS NULL;--> statement-breakpoint
CREATE INDEX "departures_phone" ON "departures" USING btree ("phone_hash");--> statement-breakpoint
CREATE INDEX "departures_returned" ON "departures" USING btree ("returned_as");--> statement-breakpoint
CREATE INDEX "feedback_campaign" ON "feedback" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "signal_members_user" ON "signal_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signals_open" ON "signals" USING btree ("kind","facts") WHERE "signals"."cleared_at" IS NULL;--> statement-breakpoint
CREATE INDEX "signals_facts" ON "signals" USING btree ("kind","facts");--> statement-breakpoint
CREATE INDEX "image_sources_due" ON "image_sources" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "image_sources_hash" ON "image_sources" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "image_sources_host" ON "image_sources" USING btree ("host");--> statement-breakpoint
CREATE INDEX "adjustments_user" ON "adjustments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "adjustments_waiting" ON "adjustments" USING btree ("id") WHERE "adjustments"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "ledger_accounts_user" ON "ledger_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_debit" ON "ledger_transfers" USING btree ("debit_account","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_credit" ON "ledger_transfers" USING btree ("credit_account","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_ref" ON "ledger_transfers" USING btree ("ref_type","ref_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_created" ON "ledger_transfers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_phone" ON "otp_challenges" USING btree ("phone_number","purpose","sent_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_up_places_place" ON "sign_up_places" USING btree ("place_hash","created_at");--> statement-breakpoint
CREATE INDEX "users_referred_by" ON "users" USING btree ("referred_by");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_token" ON "subscriptions" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "alert_events_due" ON "alert_events" USING btree ("next_attempt_at") WHERE "alert_events"."delivered_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("cause","subject") WHERE "alerts"."cleared_at" IS NULL;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notes_conversion" ON "notes" USING btree ("conversion_id","id");--> statement-breakpoint
CREATE INDEX "row_steps_row" ON "row_steps" USING btree ("table_name","row_id","id");--> statement-breakpoint
CREATE INDEX "settings_name" ON "settings" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "bank_details_blind" ON "bank_details" USING btree ("blind_index");--> statement-breakpoint
CREATE INDEX "hold_steps_user" ON "hold_steps" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "upi_details_blind" ON "upi_details" USING btree ("blind_index");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_batch_items_one" ON "payout_batch_items" USING btree ("withdrawal_id") WHERE "payout_batch_items"."left_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payout_conflicts_open" ON "payout_conflicts" USING btree ("id") WHERE "payout_conflicts"."resolved_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payout_events_due" ON "payout_events" USING btree ("next_attempt_at") WHERE "payout_events"."processed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payout_events_withdrawal" ON "payout_events" USING btree ("withdrawal_id","id");--> statement-breakpoint
CREATE INDEX "payout_orders_due" ON "payout_orders" USING btree ("next_attempt_at") WHERE "payout_orders"."stage" <> 'done';--> statement-breakpoint
CREATE INDEX "payout_orders_recheck" ON "payout_orders" USING btree ("recheck_at") WHERE "payout_orders"."recheck_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "period_closes_of_month" ON "period_closes" USING btree ("month","id");--> statement-breakpoint
CREATE INDEX "clicks_user" ON "clicks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "clicks_campaign" ON "clicks" USING btree ("campaign_id","created_at");--> statement-breakpoint
CREATE INDEX "clicks_created" ON "clicks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "clicks_visitor" ON "clicks" USING btree ("visitor_hash","created_at");--> statement-breakpoint
CREATE INDEX "clicks_claimed" ON "clicks" USING btree ("claimed_by","created_at") WHERE "clicks"."claimed_by" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_unnamed" ON "conversions" USING btree ("network","external_id") WHERE "conversions"."conversion_id" IS NULL;--> statement-breakpoint
CREATE INDEX "conversions_external_id" ON "conversions" USING btree ("network","external_id");--> statement-breakpoint
CREATE INDEX "conversions_order" ON "conversions" USING btree ("network","order_number");--> statement-breakpoint
CREATE INDEX "conversions_loss" ON "conversions" USING btree ("id") WHERE "conversions"."status" = 'approved' AND NOT "conversions"."accepted" AND "conversions"."network_payout_paise" < "conversions"."granted_paise" + "conversions"."referral_paise";--> statement-breakpoint
CREATE INDEX "conversions_user" ON "conversions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "conversions_referrer" ON "conversions" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE INDEX "conversions_click" ON "conversions" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "conversions_status" ON "conversions" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "conversions_network" ON "conversions" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "conversions_campaign" ON "conversions" USING btree ("campaign_id","created_at");--> statement-breakpoint
CREATE INDEX "conversions_created" ON "conversions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "conversions_holding" ON "conversions" USING btree ("user_id","withdrawable_at") WHERE "conversions"."withdrawable_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "conversions_holding_referrer" ON "conversions" USING btree ("referrer_id","withdrawable_at") WHERE "conversions"."withdrawable_at" IS NOT NULL AND "conversions"."referrer_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "held_money_user" ON "held_money" USING btree ("user_id","until");--> statement-breakpoint
CREATE INDEX "held_money_waiting" ON "held_money" USING btree ("id") WHERE "held_money"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "postback_inbox_open" ON "postback_inbox" USING btree ("received_at") WHERE "postback_inbox"."processed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "postback_inbox_due" ON "postback_inbox" USING btree ("next_attempt_at") WHERE "postback_inbox"."processed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "postback_inbox_outcome" ON "postback_inbox" USING btree ("outcome","id");--> statement-breakpoint
CREATE INDEX "postback_inbox_network" ON "postback_inbox" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "postback_inbox_conversion" ON "postback_inbox" USING btree ("conversion_id","id");--> statement-breakpoint
CREATE INDEX "postback_inbox_received" ON "postback_inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "postback_inbox_dismissed" ON "postback_inbox" USING btree ("click_id","id") WHERE "postback_inbox"."resolved_at" IS NOT NULL AND "postback_inbox"."conversion_id" IS NULL;--> statement-breakpoint
CREATE INDEX "postback_inbox_unsettled_click" ON "postback_inbox" USING btree ("network","click_id","id") WHERE "postback_inbox"."resolved_at" IS NULL AND ("postback_inbox"."outcome" IS NULL OR "postback_inbox"."outcome" = 'quarantined');--> statement-breakpoint
CREATE INDEX "postback_inbox_unsettled_sale" ON "postback_inbox" USING btree ("network","external_id","id") WHERE "postback_inbox"."resolved_at" IS NULL AND ("postback_inbox"."outcome" IS NULL OR "postback_inbox"."outcome" = 'quarantined');--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "bank_entries_withdrawal" ON "bank_entries" USING btree ("withdrawal_id");--> statement-breakpoint
CREATE INDEX "bank_entries_settlement" ON "bank_entries" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_day" ON "bank_entries" USING btree ("on_day","id");--> statement-breakpoint
CREATE INDEX "network_settlement_items_settlement" ON "network_settlement_items" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "network_settlement_items_sale" ON "network_settlement_items" USING btree ("conversion_id");--> statement-breakpoint
CREATE INDEX "network_settlements_network" ON "network_settlements" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "withdrawal_steps_withdrawal" ON "withdrawal_steps" USING btree ("withdrawal_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status" ON "withdrawals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "withdrawals_created" ON "withdrawals" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_destination" ON "withdrawals" USING btree ("destination_index");
--> statement-breakpoint
-- What drizzle's schema cannot say: constraints, indexes, the history view, functions whose results are stored, and the rows that
-- the product cannot run without. Triggers and other functions are in drizzle/functions/.

-- Lines of releases that did not seal them have none.
ALTER TABLE operator_log ADD CONSTRAINT operator_log_sealed CHECK (seal IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE users ADD CONSTRAINT users_referred_by_fk FOREIGN KEY (referred_by) REFERENCES users (id);
--> statement-breakpoint
-- The guest can never sign in, earn or be referred.
ALTER TABLE users ADD CONSTRAINT users_guest_is_nobody CHECK (
  id <> 9 OR (phone_number IS NULL AND email IS NULL AND password_hash IS NULL AND referral_code IS NULL AND referred_by IS NULL));
--> statement-breakpoint
ALTER TABLE catalogue_version ADD CONSTRAINT catalogue_version_one_row CHECK (id = 1);
--> statement-breakpoint
-- Most accounts of the ledger are people's, with a few transfers each. While most sales are pending, nearly all transfers
-- debit one of the house's four; taken for all there is, each would seem to have a quarter of the ledger, and a person's
-- history would be planned as a walk through the whole of it. The house's are known by the list of the most common values.
ALTER TABLE ledger_transfers
  ALTER COLUMN debit_account SET (n_distinct = -0.05),
  ALTER COLUMN credit_account SET (n_distinct = -0.05);
--> statement-breakpoint
-- A person's history: every movement of the wallet with the balance after it. The window is by owner, so that the history of one
-- person reads the movements of that person alone.
CREATE VIEW wallet_history AS
SELECT t.id, a.user_id, t.kind, t.ref_type, t.ref_id, t.created_at,
       CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END AS amount_paise,
       sum(CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END)
         OVER (PARTITION BY a.user_id ORDER BY t.id) AS balance_paise
  FROM ledger_accounts a
  JOIN ledger_transfers t ON t.debit_account = a.id OR t.credit_account = a.id
 WHERE a.code = 'user_available';
--> statement-breakpoint
-- In a schema of its own, so that the audit of functions sees only the application's. Where the extension exists already, it
-- stays where it is.
CREATE SCHEMA IF NOT EXISTS extensions;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;
--> statement-breakpoint
DO $$
DECLARE trigrams text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX campaigns_title_trigrams ON campaigns USING gin (title %I.gin_trgm_ops) WHERE listed', trigrams);
  EXECUTE format('CREATE INDEX brands_name_trigrams ON brands USING gin (name %I.gin_trgm_ops) WHERE live_count > 0', trigrams);
  EXECUTE format('CREATE INDEX search_words_sound ON search_words USING gin (sound %I.gin_trgm_ops)', trigrams);
END $$;
--> statement-breakpoint
-- The key by which references of payments are compared: letters and digits, case and leading zeros aside
-- (app/wallet/reference-key.ts). Rows keep it: a migration that replaces the function computes the keys again.
CREATE FUNCTION utr_key_of(utr text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(regexp_replace(upper(regexp_replace(utr, '[^A-Za-z0-9]', '', 'g') COLLATE "C"), '^0+(?=.)', ''), '')
$$;
--> statement-breakpoint
-- What an offer pays, in hundredths: app/catalog/rates/rates.ts in SQL, and tests/catalog/store-rates.test.ts compares both.
-- A payout in another currency is neither. Stores keep it: a migration that replaces the function calls update_stores(NULL).
CREATE FUNCTION payout_of(c campaigns, b brands, share bigint) RETURNS TABLE (percent bigint, rupees bigint)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN model = 'percentage' THEN hundredths END,
         CASE WHEN coalesce(model, 'flat') <> 'percentage' AND lower(btrim(currency)) IN ('rs.', 'rs', 'inr', '₹') THEN hundredths END
    FROM (SELECT nullif(CASE WHEN c.set_payout_hundredths IS NOT NULL THEN c.set_payout_hundredths
                             WHEN b.payout_hundredths IS NOT NULL THEN b.payout_hundredths
                             WHEN c.payout_hundredths IS NOT NULL THEN c.payout_hundredths
                             ELSE coalesce(c.commission_hundredths, b.commission_hundredths)
                                  * coalesce(b.share_hundredths, share) / 10000 END, 0) AS hundredths,
                 CASE WHEN c.set_payout_hundredths IS NOT NULL THEN c.set_payout_model
                      WHEN b.payout_hundredths IS NOT NULL THEN b.payout_model
                      WHEN c.payout_hundredths IS NOT NULL THEN c.payout_model
                      WHEN c.commission_hundredths IS NOT NULL THEN c.commission_model
                      ELSE b.commission_model END AS model,
                 CASE WHEN c.set_payout_hundredths IS NULL AND b.payout_hundredths IS NULL
                       AND (c.payout_hundredths IS NOT NULL OR c.commission_hundredths IS NOT NULL) THEN c.currency
                      ELSE 'Rs.' END AS currency) AS effective
$$;
--> statement-breakpoint
-- The key of a row and what its digest is of. Of a mobile number it has too little to find the number by. row_steps keeps the
-- digests: a migration that replaces one of these functions adds a step for each row of its table.
CREATE FUNCTION facts_of(adjustments) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.state, $1.decided_by, extract(epoch FROM $1.decided_at), $1.refusal)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(bank_details) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.user_id::text, md5(ROW(
      $1.hint, $1.blind_index, extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(bank_entries) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.kind, $1.entry_key, to_char($1.on_day, 'YYYY-MM-DD'), $1.amount_paise, $1.withdrawal_id, $1.settlement_id,
      $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(brands) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.source, $1.external_id, $1.payout_hundredths, $1.payout_model, $1.commission_hundredths,
      $1.commission_model, $1.share_hundredths, $1.holding_days)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(campaigns) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.source, $1.external_id, $1.brand_id, $1.payout_hundredths, $1.payout_model, $1.currency,
      $1.commission_hundredths, $1.commission_model, $1.set_payout_hundredths, $1.set_payout_model, $1.url,
      $1.network, $1.network_campaign_id, $1.tracking_url, $1.cap_paise, $1.guest_clicks,
      extract(epoch FROM $1.starts_at), extract(epoch FROM $1.ends_at), extract(epoch FROM $1.hidden_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(clicks) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.campaign_id, $1.network, $1.payout_hundredths, $1.payout_model, $1.currency, $1.cap_paise,
      $1.referral_hundredths, $1.claimed_by, extract(epoch FROM $1.claimed_at), extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(conversions) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.external_id, $1.conversion_id, $1.order_number, $1.legacy, $1.click_id, $1.user_id,
      $1.referrer_id, $1.campaign_id, $1.status, $1.sale_paise, $1.network_payout_paise, $1.pending_paise,
      $1.granted_paise, $1.referral_paise, extract(epoch FROM $1.withdrawable_at), $1.report_id, $1.accepted,
      $1.revision, extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(departures) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.phone_hash, $1.debt_paise, $1.forfeited_paise, extract(epoch FROM $1.hold_until),
      $1.hold_reason, extract(epoch FROM $1.left_at), $1.returned_as, extract(epoch FROM $1.returned_at),
      $1.inherited, $1.moved_paise, extract(epoch FROM $1.lifted_at), $1.lifted_reason)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(held_money) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.conversion_id, $1.user_id, $1.kind, $1.revision, $1.amount_paise, extract(epoch FROM $1.until), $1.state,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(month_corrections) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.month, $1.ref_type, $1.ref_id, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(network_settlement_items) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.settlement_id, $1.conversion_id, $1.amount_paise, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(network_settlements) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.kind, $1.reference, $1.reference_key, $1.corrections, $1.invoice,
      to_char($1.invoiced_on, 'YYYY-MM-DD'), to_char($1.paid_on, 'YYYY-MM-DD'), $1.amount_paise, $1.tds_paise,
      $1.gst_paise, $1.settled_paise, $1.reverses, $1.reason, $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(operator_log) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.os_user, $1.command, extract(epoch FROM $1.started_at), extract(epoch FROM $1.finished_at), $1.outcome,
      $1.seal)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_batch_items) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[concat($1.batch_id, ':', $1.withdrawal_id)::text, md5(ROW(
      extract(epoch FROM $1.left_at), $1.left_because)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_batches) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.made_by, extract(epoch FROM $1.created_at), $1.count, $1.sum_paise, $1.sha256, $1.file_name,
      extract(epoch FROM $1.written_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_conflicts) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.withdrawal_id, $1.provider, $1.reason, $1.word, $1.number, $1.amount_paise, $1.utr,
      extract(epoch FROM $1.found_at), extract(epoch FROM $1.resolved_at), $1.resolution)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(payout_orders) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.withdrawal_id::text, md5(ROW(
      $1.provider, $1.reference, $1.stage, $1.provider_reference, $1.provider_status,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(period_closes) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.month, $1.step, $1.ends, $1.sha256, $1.reason, $1.made_by, extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(postback_inbox) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.network, $1.method, $1.raw, extract(epoch FROM $1.received_at), $1.click_id, $1.external_id, $1.report,
      $1.sale_paise, $1.outcome, $1.reason, $1.conversion_id, extract(epoch FROM $1.processed_at),
      extract(epoch FROM $1.resolved_at), $1.resolution)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(settings) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.name, $1.value, extract(epoch FROM $1.in_force_from), $1.made_by, $1.approved_by, $1.approves, $1.reason,
      extract(epoch FROM $1.created_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(settlement_references) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.settlement_id, $1.key, $1.corrections)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(signal_members) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[concat($1.signal_id, ':', $1.user_id)::text, md5(ROW(
      extract(epoch FROM $1.added_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(signals) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.kind, $1.facts, extract(epoch FROM $1.raised_at), extract(epoch FROM $1.cleared_at), $1.cleared_reason,
      extract(epoch FROM $1.upheld_at), $1.upheld_reason)::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(upi_details) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.user_id::text, md5(ROW(
      $1.hint, $1.blind_index, extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(users) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      left(md5($1.phone_number), 4), $1.password_hash, $1.referral_code, $1.referred_by,
      extract(epoch FROM $1.first_destination_at), extract(epoch FROM $1.created_at),
      extract(epoch FROM $1.deleted_at))::text)]
$$;
--> statement-breakpoint
CREATE FUNCTION facts_of(withdrawals) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[$1.id::text, md5(ROW(
      $1.user_id, $1.amount_paise, $1.method, $1.status, $1.request_key, $1.destination, $1.destination_hint,
      $1.destination_index, $1.debt_override, $1.signal_override, $1.utr, $1.utr_key, $1.reason,
      extract(epoch FROM $1.created_at), extract(epoch FROM $1.updated_at))::text)]
$$;
--> statement-breakpoint
INSERT INTO users (id, username) VALUES (9, 'Guest');
--> statement-breakpoint
-- Digests begin with this row, and with the guest's.
INSERT INTO row_steps (table_name, row_id) VALUES ('row_steps', 'begin');
--> statement-breakpoint
INSERT INTO row_steps (table_name, row_id, digest) SELECT 'users', f[1], f[2]::uuid FROM users t, facts_of(t) f;
--> statement-breakpoint
-- A withdrawal moves along these edges only.
INSERT INTO withdrawal_edges (from_status, to_status) VALUES
  ('requested', 'processing'), ('requested', 'cancelled'),
  ('processing', 'paid'), ('processing', 'failed'), ('processing', 'unknown'),
  ('unknown', 'paid'), ('unknown', 'failed'),
  ('failed', 'refunded'),
  ('paid', 'returned');
--> statement-breakpoint
INSERT INTO ledger_accounts (code, user_id, normal_side) VALUES
  ('bank', 0, 'debit'), ('network_receivable', 0, 'debit'), ('tds_receivable', 0, 'debit'), ('gst_payable', 0, 'credit'),
  ('commission_income', 0, 'credit'), ('cashback_expense', 0, 'debit'), ('referral_expense', 0, 'debit'), ('goodwill', 0, 'debit'),
  ('payout_fees', 0, 'debit'), ('write_offs', 0, 'debit'), ('pending_contra', 0, 'debit'), ('forfeited_balances', 0, 'credit');
--> statement-breakpoint
INSERT INTO catalogue_version (id, version) VALUES (1, 1);
--> statement-breakpoint
-- The menu's nine, further ones of the filter, and those of the banners.
INSERT INTO categories (id, name, match_key, aliases, position, in_menu, filter_position) VALUES
  (1, 'Electronics', 'electronics', '{}', 1, true, 3),
  (2, 'Fashion', 'fashion', '{}', 2, true, 1),
  (3, 'Health-&-Beauty', 'healthbeauty', '{}', 3, true, NULL),
  (4, 'Travel', 'travel', '{}', 4, true, 6),
  (5, 'Sports', 'sports', '{}', 5, true, 5),
  (6, 'Airlines', 'airlines', '{}', 6, true, 10),
  (7, 'Services', 'services', '{}', 7, true, 7),
  (8, 'Lifestyle', 'lifestyle', '{}', 8, true, 8),
  (9, 'Law', 'law', '{}', 9, true, NULL),
  (10, 'E-commerce', 'ecommerce', '{}', 10, false, 2),
  (11, 'Health-medicine', 'healthmedicine', '{health}', 11, false, 4),
  (12, 'Clothing', 'clothing', '{}', 12, false, 9),
  (13, 'Vehicles', 'vehicles', '{}', 13, false, 11),
  (14, 'Home-Improvement', 'homeimprovement', '{}', 14, false, 12),
  (15, 'Network Security', 'networksecurity', '{}', 15, false, 13),
  (16, 'Food-&-Dining', 'fooddining', '{}', 16, false, NULL),
  (17, 'Mobile-&-Tablets', 'mobiletablets', '{}', 17, false, NULL);
