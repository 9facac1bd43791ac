CREATE TABLE "sorted_shelves" (
	"shelf" text NOT NULL,
	"sort" text NOT NULL,
	"ids" bigint[] NOT NULL,
	CONSTRAINT "sorted_shelves_shelf_sort_pk" PRIMARY KEY("shelf","sort")
);
--> statement-breakpoint
CREATE INDEX "campaigns_brand_category" ON "campaigns" USING btree ("brand_id","category_id") WHERE "campaigns"."listed";