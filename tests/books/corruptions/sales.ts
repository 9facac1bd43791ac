/** Corruptions of sales, their clicks, reports and stores. */
import { sql } from 'drizzle-orm'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { paise } from '~/platform/formats/money'
import { postGrant } from '~/domain/wallet/grants.server'
import { NOTHING } from '~/domain/wallet/grants'
import { corruptions, corruptionsWithoutTriggers, forged, grant, sale, type Corruption } from './plant'

/** A forged approved sale with consistent transfers and sums; `inbox`: with a forged report. */
const forgedSale =
  ({ inbox = false } = {}): Extract<Corruption['plant'], Function> =>
  async (tx) => {
    const [of] = await tx.execute<{ click_id: string; user_id: string; campaign_id: string }>(
      sql`SELECT click_id, user_id, campaign_id FROM conversions WHERE external_id = 'A'`,
    )
    const granted = paise(900_000n)
    const [made] = await tx
      .insert(conversions)
      .values({
        network: 'trackier',
        external_id: 'FORGED',
        click_id: of!.click_id,
        user_id: Number(of!.user_id),
        campaign_id: Number(of!.campaign_id),
        status: 'approved',
        sale_paise: granted * 20n,
        granted_paise: granted,
        revision: 1,
      })
      .returning()
    if (inbox) {
      const [report] = await tx
        .insert(postbackInbox)
        .values({
          network: 'trackier',
          method: 'GET',
          raw: { p1: of!.click_id, conversion_id: 'FORGED', status: 'approved', sale_amount: '1.00' },
          outcome: 'applied',
          conversion_id: made!.id,
          processed_at: new Date(),
          click_id: of!.click_id,
          external_id: 'FORGED',
          report: 'approved',
          sale_paise: 100n as typeof granted,
        })
        .returning({ id: postbackInbox.id })
      await tx.execute(sql`UPDATE conversions SET report_id = ${report!.id} WHERE id = ${made!.id}`)
    }
    const sale = { id: made!.id, revision: 1, user_id: Number(of!.user_id), referrer_id: null }
    await postGrant(tx, sale, { from: NOTHING, to: { ...NOTHING, granted }, added: [], lowered: [] })
  }

export const SALES = [
  ...corruptions({
    'conversion = its transfers': {
      'a raised cashback of a sale': sql`
        UPDATE conversions SET granted_paise = granted_paise + 1 WHERE external_id = 'A'`,
    },
    'commission booked = commission of approved sales': {
      'a commission raised after approval': sql`
        UPDATE conversions SET network_payout_paise = network_payout_paise + 1 WHERE external_id = 'A'`,
      'a commission booked for a pending sale': forged(
        'network_receivable',
        'commission_income',
        'conversion',
        sale('B'),
        'commission',
      ),
    },
    'referral = the click’s share of granted': {
      'a referral that is not the click’s share': sql`
        UPDATE conversions SET referral_paise = referral_paise - 1 WHERE external_id = 'A'`,
      'a referral without a referrer': sql`UPDATE conversions SET referrer_id = NULL WHERE external_id = 'A'`,
    },
    'postback left lying': {
      'a postback not applied for too long': sql`
        INSERT INTO postback_inbox (network, method, raw, received_at)
         VALUES ('trackier', 'GET', '{}', now() - interval '6 minutes')`,
    },
    'credited = sale × the click’s rate': {
      'cashback, transfer and sums raised together by Rs. 5,000': grant('A', 550_000n),
      'cashback above the cap of the click, on a sale raised to match': grant('D', 50_000n, {
        sale_paise: 1_000_000n,
      }),
      'the amount of a sale times ten': sql`
        UPDATE conversions SET sale_paise = sale_paise * 10 WHERE external_id = 'A'`,
      'a sale above its cap marked as accepted by the operator': grant('D', 50_000n, {
        sale_paise: 1_000_000n,
        accepted: true,
      }),
    },
    'sale that no report brought': {
      'an approved sale of Rs. 9,000 cashback that no network reported': forgedSale(),
    },
    'sale = its newest report': {
      'an approved sale with another amount than its report': forgedSale({ inbox: true }),
      'a pending sale approved only in the ledger': grant('B', 15_000n),
      'a rejected sale approved again': grant('C', 50n, { sale_paise: 1_000n }),
    },
    'held money within its sale': {
      'held money of a sale that was never credited so': sql`
        INSERT INTO held_money (conversion_id, user_id, kind, revision, amount_paise, until, state)
         SELECT id, user_id, 'cashback', 99, 100, now() - interval '1 day', 'granted' FROM conversions WHERE external_id = 'A'`,
      'a sale shown as withdrawable in a year': sql`
        UPDATE conversions SET withdrawable_at = now() + interval '1 year' WHERE external_id = 'A'`,
    },
  }),
  ...corruptionsWithoutTriggers({
    'conversion = its transfers': {
      'a deleted transfer': sql`DELETE FROM ledger_transfers WHERE kind = 'referral'`,
    },
    'conversion of its click’s owner': {
      'a conversion assigned to another member': sql`
        UPDATE conversions SET user_id = referrer_id WHERE status = 'pending'`,
    },
    'guest holds nothing': {
      'cashback credited to the guest': sql`UPDATE conversions SET user_id = 9 WHERE external_id = 'A'`,
    },
    'credited = sale × the click’s rate': {
      'the rate of a click times three after the sale': sql`
        UPDATE clicks SET payout_hundredths = payout_hundredths * 3`,
    },
    'sale under its reported name': {
      'a sale with a changed id, so that a repeated report would credit again': sql`
        UPDATE conversions SET external_id = 'Z' WHERE external_id = 'A'`,
    },
    'sale that no report brought': {
      'all reports of a sale deleted': sql`DELETE FROM postback_inbox WHERE conversion_id = ${sale('A')}`,
    },
    'sale = its newest report': {
      'a sale moved to a click with a better rate': sql`
        UPDATE conversions SET click_id = (SELECT click_id FROM conversions WHERE external_id = 'D')
         WHERE external_id = 'A'`,
    },
  }),
]
