ALTER TABLE "feedback" ADD COLUMN "has_click" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE feedback SET has_click = true WHERE EXISTS (
  SELECT 1 FROM clicks WHERE clicks.campaign_id = feedback.campaign_id AND clicks.user_id = feedback.user_id);
