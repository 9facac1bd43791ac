ALTER TABLE "users" ADD COLUMN "first_destination_at" timestamp with time zone;
--> statement-breakpoint
-- Whoever has payout details, or asked for money to be sent to some, has given a destination before.
UPDATE users u SET first_destination_at = d.at
  FROM (SELECT user_id, min(created_at) AS at
          FROM (SELECT user_id, created_at FROM bank_details
                 UNION ALL SELECT user_id, created_at FROM upi_details
                 UNION ALL SELECT user_id, created_at FROM withdrawals) given
         GROUP BY user_id) d
 WHERE u.id = d.user_id;
