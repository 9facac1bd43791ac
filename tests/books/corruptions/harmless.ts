/** What moves no money, now or later, with the reason; the generated corruptions find all else. */

const LISTS = 'lists of offers, which are built from the offers again'
const TEXTS = 'texts and pictures of pages'
const TOLD = 'tells operators, and is decided again from the state that it reports'

export const TABLES_WITHOUT_MONEY: Record<string, string> = {
  alert_events: TOLD,
  alerts: TOLD,
  catalogue_version: LISTS,
  categories: LISTS,
  claim_messages: 'what members and operators wrote',
  claim_proofs: 'files of members, sealed for their place',
  desk_filters: 'how an operator looks at lists',
  destination_saves: 'for a signal of fraud, which stops payouts and starts none',
  featured_offers: LISTS,
  feedback: TEXTS,
  image_sources: TEXTS,
  images: TEXTS,
  jobs: 'when work was done last; work that is overdue raises an alert',
  migration_lock: 'a row to lock',
  missed_searches: LISTS,
  network_secrets: 'when a secret was used last',
  postback_secrets: 'sealed for its network; one that was not sealed here authenticates nothing',
  notes: 'notes of operators',
  notifications: 'what members are told; no amount and no access depends on it',
  page_texts: TEXTS,
  profile_images: TEXTS,
  reply_snippets: TEXTS,
  queued_jobs: 'sealed; what a job has done is in the rows of its line',
  rate_limits: 'attempts of the last minutes',
  search_words: LISTS,
  seo_texts: TEXTS,
  servers: 'which processes run',
  shortlinks: 'lead to an offer without a click, and earn nothing',
  store_rates: 'what a store paid once is shown, and prices nothing',
  store_requests: LISTS,
  sign_up_places: 'for a signal within a week after the sign-up',
  subscriptions: 'the newsletter',
  testimonials: TEXTS,
  waiting_times: 'dates that pages expect; computed again every night',
}

const of = (table: string, columns: string, reason: string) =>
  columns.split(' ').map((column) => [`${table}.${column}`, reason] as const)

export const HARMLESS: Record<string, string> = Object.fromEntries([
  ...of('brands', 'coupon_code name seo_title img store_url verified_at created_at updated_at', TEXTS),
  ...of('brands', 'tracks_in_hours confirms_in_days app_orders takes_claims voids dos donts', TEXTS),
  ...of('brands', 'clicks_30d popularity rank up_to_percent up_to_rupees', LISTS),
  ...of('brands', 'live_count live_codes live_products', LISTS),
  ...of('brands', 'overrides', TEXTS),
  // A link or a page is kept in it, too: it is only a value that somebody may give back.
  ...of('campaigns', 'overrides', TEXTS),
  ...of('campaigns', 'slug title description_html description_text kpi_html code type img offer', TEXTS),
  ...of('campaigns', 'logo_url banner_url seo_title locale tracking_script_cid hidden_reason', TEXTS),
  ...of(
    'campaigns',
    'category_id categories clicks_30d popularity rank listed rate_for created_at updated_at',
    LISTS,
  ),
  ...of('campaigns', 'row_hash', 'of the row of the feed, which the next import compares and writes again'),
  ...of(
    'claims',
    'order_number amount_paise waits_for_us answer_by created_at ended_at decline_reason',
    'is shown',
  ),
  ...of('campaigns', 'keeps_cashback', 'a word beside a code; no sale is credited by it'),
  ...of('campaigns', 'product_links', 'whether a pasted address can be led to; no sale is credited by it'),
  ...of('clicks', 'to_product', 'is counted; no sale is credited by it'),
  ...of('conversions', 'decline_reason', 'is shown'),
  ...of('departures', 'destination_hashes', 'for a signal of fraud, which stops payouts and starts none'),
  ...of('desk_access', 'new_codes created_at updated_at', 'sealed, or shown; no access follows from it'),
  ...of('desk_sessions', 'agent last_seen_at', 'written by each request; a session ends by its own day'),
  ...of('sessions', 'agent last_seen_at', 'written by each request; a session ends by its own day'),
  ...of('otp_challenges', 'attempts demo_code payload', 'of a code that is still to be proven'),
  ...of('clicks', 'visitor_hash', 'for signals of fraud; erased after a year'),
  ...of('operators', 'totp_step', 'the last code of an operator; a code is good for 90 seconds'),
  ['visit_terms deleted', 'a visit without its terms shows none; amounts are of the click'],
  ['row_steps copied', 'the newest digest of a row once more'],
  ['ledger_accounts deleted', 'an account without transfers is opened again'],
  ...of(
    'payout_orders',
    'attempts next_attempt_at leased_until recheck_at error updated_at',
    'when it is tried again',
  ),
  ...of('payout_events', 'body', 'sealed for its event, so that another text is not read'),
  ...of('payout_events', 'attempts next_attempt_at', 'when it is tried again'),
  ...of('postback_inbox', 'attempts error next_attempt_at', 'when it is tried again'),
  ...of('users', 'username terms_version terms_accepted_at', 'is shown; nobody signs in by it'),
  ...of('users', 'email_stopped_at', 'mails stop or go on'),
])
