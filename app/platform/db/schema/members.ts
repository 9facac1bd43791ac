import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, instant } from './columns'

/** Members start at 1001. Row 9 is the guest (docs/rules.md#3), which can never sign in, earn or refer. */
export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    username: text().notNull(),
    /** +91XXXXXXXXXX; null for the guest and for deleted accounts. */
    phone_number: text().unique(),
    email: text().unique(),
    /** Null: the address may be another person's, and gets no notifications. */
    email_confirmed_at: instant(),
    /** A mail server refused the address for good; null again when it is confirmed or changed. */
    email_stopped_at: instant(),
    /** Another member can take an unconfirmed address after 7 days. */
    email_set_at: instant(),
    /** argon2id; null: no sign-in by password. */
    password_hash: text(),
    referral_code: text().unique(),
    referred_by: bigint({ mode: 'number' }),
    terms_version: text(),
    terms_accepted_at: instant(),
    payout_hold_until: instant(),
    payout_hold_reason: text(),
    first_destination_at: instant(),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    index('users_referred_by').on(t.referred_by),
    index('users_name_words').using('gin', sql`to_tsvector('simple', ${t.username})`),
    index('users_email_start').on(sql`${t.email} text_pattern_ops`),
    index('users_phone_end').on(sql`reverse(${t.phone_number}) text_pattern_ops`),
    check('users_not_own_referrer', sql`${t.referred_by} IS DISTINCT FROM ${t.id}`),
  ],
)

/** Re-encoded 256 x 256 WebP, never the uploaded file. */
export const profileImages = pgTable(
  'profile_images',
  {
    user_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => users.id),
    version: text().notNull(),
    webp: bytea().notNull(),
    created_at: createdAt(),
  },
  (t) => [check('profile_images_small', sql`octet_length(${t.webp}) BETWEEN 1 AND 262144`)],
)

/** Only the hash of the token is stored; the cookie or the API client has the token. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: text().primaryKey(),
    kind: text({ enum: ['cookie', 'bearer'] }).notNull(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    remember: boolean().notNull().default(false),
    /** A session opened by a code needs the password at once to change payout details, another one after 15 minutes. */
    opened_by: text({ enum: ['password', 'code', 'sign-up'] }).notNull(),
    confirmed_at: instant(),
    agent: text(),
    created_at: createdAt(),
    last_seen_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.user_id), index('sessions_expiry').on(t.expires_at)],
)

/** One OTP, bound to phone, purpose and browser. A verified challenge is a proof that is consumed once. */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid().primaryKey().defaultRandom(),
    purpose: text({ enum: ['sign-up', 'otp-sign-in', 'forgot-password', 'lost-number'] }).notNull(),
    phone_number: text().notNull(),
    /** Keyed hash; null if the provider keeps the code. */
    code_hash: text(),
    demo_code: text(),
    provider: text().notNull(),
    provider_reference: text(),
    /** The known browser that requested it, else ''. A new code invalidates only codes of the same lane. */
    lane: text().notNull().default(''),
    payload: jsonb(),
    attempts: integer().notNull().default(0),
    sent_at: createdAt(),
    expires_at: instant().notNull(),
    verified_at: instant(),
    consumed_at: instant(),
  },
  (t) => [index('otp_challenges_phone').on(t.phone_number, t.purpose, t.sent_at)],
)

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
)

export const signUpPlaces = pgTable(
  'sign_up_places',
  {
    user_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => users.id),
    place_hash: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [index('sign_up_places_place').on(t.place_hash, t.created_at)],
)
