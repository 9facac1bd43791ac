/** Corruptions that an earlier audit missed: first with all triggers enabled, then with triggers disabled. */
import { sql } from 'drizzle-orm'
import { conversions } from '~/db/schema/conversions'
import { postbackInbox } from '~/db/schema/postback-inbox'
import { paise } from '~/formats/money'
import { settleCashback } from '~/wallet/ledger/cashback.server'
import { NOTHING } from '~/wallet/ledger/grant'
import { grant, off, sale, type Corruption } from './plant'
import { thief, victim } from './sealed'
import { forged } from './sums'

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
    await settleCashback(tx, {
      conversionId: made!.id,
      revision: 1,
      userId: Number(of!.user_id),
      referrerId: null,
      from: NOTHING,
      to: { ...NOTHING, granted },
    })
  }

export const MISSED: Corruption[] = [
  {
    name: 'cashback, transfer and sums raised together by Rs. 5,000',
    plant: grant('A', 550_000n),
    end: { found: 'credited = sale × the click’s rate' },
  },
  {
    name: 'an approved sale of Rs. 9,000 cashback that no network reported',
    plant: forgedSale(),
    end: { found: 'sale that no report brought' },
  },
  {
    name: 'cashback above the cap of the click, on a sale raised to match',
    plant: grant('D', 50_000n, { sale_paise: 1_000_000n }),
    end: { found: 'credited = sale × the click’s rate' },
  },
  {
    name: 'an approved sale with another amount than its report',
    plant: forgedSale({ inbox: true }),
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'the amount of a sale times ten',
    plant: [sql`UPDATE conversions SET sale_paise = sale_paise * 10 WHERE external_id = 'A'`],
    end: { found: 'credited = sale × the click’s rate' },
  },
  {
    name: 'the rate of a click times three after the sale',
    plant: [sql`UPDATE clicks SET payout_hundredths = payout_hundredths * 3`],
    end: 'refused',
  },
  {
    name: 'a sale with a changed id, so that a repeated report would credit again',
    plant: [sql`UPDATE conversions SET external_id = 'Z' WHERE external_id = 'A'`],
    end: 'refused',
  },
  {
    name: 'all reports of a sale deleted',
    plant: [sql`DELETE FROM postback_inbox WHERE conversion_id = ${sale('A')}`],
    end: 'refused',
  },
  {
    name: 'a hold lifted by SQL',
    plant: [
      sql`UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL WHERE payout_hold_until IS NOT NULL`,
    ],
    end: { found: 'hold lifted by a command' },
  },
  {
    name: 'money moved between platform accounts',
    plant: forged(
      'referral_expense',
      'cashback_expense',
      'withdrawal',
      sql`(SELECT min(id) FROM withdrawals)`,
      'paid',
    ),
    end: { found: 'transfer of a known kind' },
  },
  {
    name: 'an allowed transition from paid to requested added',
    plant: [sql`INSERT INTO withdrawal_edges (from_status, to_status) VALUES ('paid', 'requested')`],
    end: { found: 'edges as shipped' },
  },
  {
    name: 'triggers off: the kind of a transfer changed',
    plant: [off, sql`UPDATE ledger_transfers SET kind = 'referral' WHERE kind = 'cashback'`],
    end: { found: 'transfer of a known kind' },
  },
  {
    name: 'triggers off: the reference of a transfer changed',
    plant: [off, sql`UPDATE ledger_transfers SET reference = reference || ':2' WHERE kind = 'cashback'`],
    end: { found: 'transfer named after its cause' },
  },
  {
    name: 'triggers off: the reference of a payment removed',
    plant: [off, sql`UPDATE withdrawals SET utr = NULL, utr_key = NULL WHERE status = 'paid'`],
    end: { found: 'paid with a reference' },
  },
  {
    name: 'triggers off: the steps of a withdrawal deleted',
    plant: [
      off,
      sql`DELETE FROM withdrawal_steps WHERE withdrawal_id = (SELECT min(id) FROM withdrawals WHERE status = 'paid')`,
    ],
    end: { found: 'withdrawal = its last step' },
  },
  {
    name: 'triggers off: the rate of a click times three after the sale',
    plant: [off, sql`UPDATE clicks SET payout_hundredths = payout_hundredths * 3`],
    end: { found: 'credited = sale × the click’s rate' },
  },
  {
    name: 'triggers off: a sale with a changed id, so that a repeated report would credit again',
    plant: [off, sql`UPDATE conversions SET external_id = 'Z' WHERE external_id = 'A'`],
    end: { found: 'sale under its reported name' },
  },
  {
    name: 'triggers off: all reports of a sale deleted',
    plant: [off, sql`DELETE FROM postback_inbox WHERE conversion_id = ${sale('A')}`],
    end: { found: 'sale that no report brought' },
  },
  {
    name: 'an append-only trigger dropped',
    plant: [
      sql`DROP TRIGGER ledger_transfers_append_only ON ledger_transfers`,
      sql`UPDATE ledger_transfers SET created_at = created_at - interval '1 day'`,
    ],
    end: { found: 'guards as shipped' },
  },
  {
    name: 'another member’s encrypted UPI details copied',
    plant: [
      sql`UPDATE upi_details u SET sealed = t.sealed, hint = t.hint, blind_index = t.blind_index
            FROM upi_details t WHERE u.user_id = ${victim} AND t.user_id = ${thief}`,
    ],
    end: { found: 'payout details of their owner' },
  },
  {
    name: 'triggers off: the destination of a withdrawal overwritten with another member’s',
    plant: [
      off,
      sql`UPDATE withdrawals w SET destination = t.sealed, destination_hint = t.hint, destination_index = t.blind_index
            FROM upi_details t WHERE w.status = 'requested' AND t.user_id = ${thief}`,
    ],
    end: { found: 'destination as asked for' },
  },
]
