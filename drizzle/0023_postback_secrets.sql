CREATE TABLE "postback_secrets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postback_secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"network" text NOT NULL,
	"sealed" text NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "postback_secrets_key_unique" UNIQUE("key"),
	CONSTRAINT "postback_secrets_ends" CHECK ("postback_secrets"."ends_at" >= "postback_secrets"."created_at")
);
--> statement-breakpoint
CREATE INDEX "postback_secrets_network" ON "postback_secrets" USING btree ("network","id");--> statement-breakpoint
CREATE UNIQUE INDEX "postback_secrets_current" ON "postback_secrets" USING btree ("network") WHERE "postback_secrets"."ends_at" IS NULL;