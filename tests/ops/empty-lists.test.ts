/** Every list on a database without rows: its text, its JSON and the headings of its CSV. */
import { expect, test } from 'vitest'
import { ops } from './support'

const LISTS: [command: string, text: string, csv: string | null][] = [
  [
    'adjustments list',
    'No adjustment matches.',
    'id,created_at (IST),asked_by,user_id,kind,amount,sale,state,needs_approval,decided_by,decided_at (IST),reason,refusal,key',
  ],
  [
    'alerts list',
    'No alert is open.\n\nALERT_WEBHOOK is not set here: alerts appear only in this list.',
    'id,cause,subject,opened_at (IST),last_seen_at (IST),cleared_at (IST),webhook,detail',
  ],
  [
    'bank list',
    'No statement has confirmed anything.',
    'id,on_day,kind,withdrawal_id,settlement_id,amount,made_by,created_at (IST)',
  ],
  [
    'catalogue list',
    'There are no offers: add one, or import a feed.',
    'id,state,brand,title,payout,clicks_30d,slug,source,external_id,starts_at (IST),ends_at (IST),hidden_at (IST),hidden_reason',
  ],
  [
    'conflicts list',
    'No conflict is open.',
    'id,withdrawal_id,withdrawal_status,withdrawal_amount,user_id,provider,reference,reason,word,number,amount,utr,found_at (IST),resolved_at (IST),resolution',
  ],
  [
    'conversions list',
    'No sale matches.',
    'id,network,external_id,conversion_id,order_number,status,only_by_file,sale,network_payout,pending,granted,referral,withdrawable_at (IST),user_id,referrer_id,campaign_id,store,click_id,created_at (IST),updated_at (IST),decline_reason',
  ],
  [
    'flash-sale list',
    'No day has a flash sale.',
    'weekday,on_date,campaign_id,state,title,payout,pays,today',
  ],
  [
    'images list',
    'No feed has named an image yet.',
    'state,fetched_at (IST),failure,url,host,width,height,hash,attempts,next_attempt_at (IST),created_at (IST)',
  ],
  [
    'log --to 2001-01-01',
    'No command matches.',
    'id,started_at (IST),finished_at (IST),os_user,source,outcome,command',
  ],
  [
    'networks owed',
    'No network owes anything.',
    'network,sales,up_to_30_days,up_to_60_days,up_to_90_days,older,open,advance',
  ],
  [
    'networks open-sales awin',
    'Nothing is open of this network.',
    'sale,external_id,status,reported_at (IST),commission,settled,open',
  ],
  [
    'networks invoices',
    'No invoice was noted.',
    'id,network,invoice,invoiced_on,commission,gst,gst_paid,state,reason,made_by,created_at (IST)',
  ],
  ['books periods', 'No month was closed.', 'month,step,created_at (IST),made_by,reason,sha256'],
  [
    'networks payments',
    'No settlement matches.',
    'id,network,kind,paid_on,reference,invoice,amount,tds,gst,settled,sales,advance,reverses,reversed_by,reason,made_by,created_at (IST)',
  ],
  ['newsletter list', 'Nobody gets the newsletter.', 'email,since (IST),unsubscribe_url'],
  ['notes list', 'There are no notes.', 'id,created_at (IST),os_user,user_id,sale,text,erased_at (IST)'],
  [
    'postbacks list',
    'No postback matches.',
    'id,network,method,state,reason,conversion_id,received_at (IST),processed_at (IST),attempts,error,resolved_at (IST),resolution,raw',
  ],
  [
    'rates show',
    'No offer matches.',
    'store,coupon_code,id,title,offers,payout,source,commission,commission_of,share,share_of,margin,margin_with_referrer,margin_unit,loses',
  ],
  ['searches list', 'Every search found something.', 'times,last_day,words'],
  ['searches stores', 'Nobody asked for a store.', 'times,last_on,first_on,name'],
  ['shortlinks list', 'There are no shortlinks.', 'slug,campaign_id,state,title,created_at (IST)'],
  [
    'signals list',
    'No signal is open.',
    'id,kind,members,raised_at (IST),cleared_at (IST),cleared_reason,upheld_at (IST),upheld_reason',
  ],
  [
    'visits list',
    'No visit matches.',
    'clicked_at (IST),visit,user_id,store,offer,campaign_id,network,rate,outcome,sale_id,external_id,sale,cashback,withdrawable_at (IST),reported_at (IST),click_id,postback',
  ],
  [
    'withdrawals batches',
    'No file was made for the bank yet.',
    'batch,created_at (IST),made_by,count,sum,waiting,left,file_name,written_at (IST),format,sha256',
  ],
  [
    'withdrawals list --to 2001-01-01',
    'No withdrawal matches.',
    'id,status,amount,user_id,method,destination_hint,utr,reason,despite_debt,despite_signal,created_at (IST),updated_at (IST)',
  ],
]

test.each(LISTS)(
  '%s without rows prints its text, an empty JSON array and CSV headings',
  async (command, text, csv) => {
    expect(await ops(command)).toEqual({ code: 0, out: `${text}\n`, err: '' })
    expect((await ops(`${command} --json`)).out).toBe('[]\n')
    const withCsv = await ops(`${command} --csv`)
    expect([withCsv.code, withCsv.out]).toEqual(csv === null ? [2, ''] : [0, `${csv}\r\n`])
  },
)
