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
CREATE TABLE "sign_up_places" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"place_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	CONSTRAINT "signals_cleared" CHECK (("signals"."cleared_at" IS NULL) = ("signals"."cleared_reason" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "sign_up_places" ADD CONSTRAINT "sign_up_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_members" ADD CONSTRAINT "signal_members_signal_id_signals_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_members" ADD CONSTRAINT "signal_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_up_places_place" ON "sign_up_places" USING btree ("place_hash","created_at");--> statement-breakpoint
CREATE INDEX "signal_members_user" ON "signal_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signals_open" ON "signals" USING btree ("kind","facts") WHERE "signals"."cleared_at" IS NULL;--> statement-breakpoint
CREATE INDEX "signals_facts" ON "signals" USING btree ("kind","facts");--> statement-breakpoint
-- What an operator cleared stays as it was looked at: its members decide what is not raised again.
CREATE FUNCTION guard_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cleared_at IS NOT NULL OR (NEW.id, NEW.kind, NEW.facts) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.facts) THEN
    RAISE EXCEPTION 'a cleared signal and the facts of any are immutable' USING ERRCODE = '55000';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER signals_guard BEFORE UPDATE ON signals FOR EACH ROW EXECUTE FUNCTION guard_signal();
