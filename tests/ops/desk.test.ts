// An operator's day as described in docs/operator.md.
import fs from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { operatorLog } from '~/platform/db/schema/operations'
import { listNotifications } from '../support/notifications'
import { recordClick } from '~/domain/tracking/clicks.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { report } from '../support/shop'
import { requestAmount } from '../wallet/payout-support'
import { memberWith, makeUpi } from '../wallet/support'
import { file, ops, opsJson } from './support'

const FEED = file(
  'morning.csv',
  `id,title,brand,url,payout,payout_model,network,network_campaign_id
kettle,Steel kettles,Chai Ghar,https://chaighar.example/kettles,10,percentage,trackier,5001
`,
)

const CSV = (text: string) => text.trimEnd().split(/\r?\n/)

test('the operator completes a day from the feed to returned withdrawals, and the books balance', async () => {
  // Morning: the feed.
  expect((await ops(`catalogue import ${FEED}`)).out).toContain('new 1,')
  const [kettle] = await db.select().from(campaigns).where(eq(campaigns.title, 'Steel kettles'))

  // Members buy; one sale is reported with an unknown status.
  const [asha, ravi, mina] = [await memberWith(900_00n), await memberWith(400_00n), await memberWith(300_00n)]
  const clickAsMember = async (userId: number) => {
    const click = await recordClick(kettle!.id, { userId, address: '127.0.0.1', agent: 'test' })
    if (!click.ok) throw new Error(click.reason)
    return click.clickId
  }
  const sale = { sale: 'D1', amount: '1000', status: 'approved' }
  await report('trackier', { click: await clickAsMember(asha), ...sale })
  const sentBack = { click: await clickAsMember(ravi), sale: 'D2', amount: '500' }
  for (const status of ['approved', 'rejected']) await report('trackier', { ...sentBack, status })
  const unclear = { sale: 'D3', amount: '500', status: 'who knows' }
  await report('trackier', { click: await clickAsMember(ravi), ...unclear })
  expect((await readWallet(asha)).available).toBe(1_000_00n)
  const [stuck] = await opsJson('postbacks list --state quarantined')
  expect((await ops(`postbacks dismiss ${stuck.id} --reason "Asked the network" --yes`)).code).toBe(0)

  // Noon: four withdrawals are requested. One member is on hold; the others go to the bank in one file.
  const [first, second, third] = [
    await requestAmount(asha, '1000'),
    await requestAmount(ravi, '150.50'),
    await requestAmount(mina, '300'),
  ]
  const waiting = await memberWith(50_00n)
  const held = await requestAmount(waiting, '50')
  expect((await ops(`users hold ${waiting} --reason "of a check of your last sales" --days 3`)).code).toBe(0)
  expect((await listNotifications(waiting))[0]!.body).toMatch(/, because of a check of your last sales\.$/)
  const refused = await ops(`withdrawals approve ${held} --yes`)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain(`member ${waiting} is on hold until`)

  const bankFile = path.join(path.dirname(FEED), 'to-the-bank.csv')
  expect((await ops(`withdrawals export --approve --out ${bankFile}`)).code).toBe(1)
  const exported = await ops(`withdrawals export --approve --out ${bankFile} --yes`)
  expect(exported.out).toContain('Done: makes batch 1 for the bank: 3 withdrawals, Rs. 1,450.50.\n')
  expect(fs.statSync(bankFile).mode & 0o777).toBe(0o600)
  const [head, ...rows] = CSV(fs.readFileSync(bankFile, 'utf8'))
  expect(head).toBe('withdrawal,amount,mode,name,account,account_check,ifsc,upi,remark,utr,reason')
  expect(rows[0]).toBe(`${first},1000.00,UPI,,,,,${makeUpi(asha)},DealDwaar withdrawal ${first},,`)
  expect((await ops(`withdrawals export --yes --out ${bankFile}`)).err).toContain('is there already')

  // Afternoon: the bank's result file, first as a dry run, then applied twice.
  const answer = file(
    'from-the-bank.csv',
    `Withdrawal,Amount,UTR,Reason
${first},1000.00,N3210001,
${second},150.50,,The account is closed
${third},300.00,'N3210003,
${held},50.00,N3210004,
999,1.00,N3210005,
${third},300.01,N3210006,
`,
  )
  const dry = await ops(`withdrawals import ${answer} --dry-run`)
  expect(dry.code).toBe(1)
  expect(dry.out).toMatch(/\nNothing was done\.\n$/)
  expect(dry.err).toBe('Left out: 4 rows with a problem.\n')
  expect(dry.out).toMatch(/ it is requested$/m)
  expect(dry.out).toMatch(/ There is no withdrawal 999\./)
  expect(dry.out).toMatch(/ the bank says 300\.01, it is 300\.00$/m)
  expect(await readWallet(asha)).toMatchObject({ onItsWay: 1_000_00n })
  fs.writeFileSync(answer, CSV(fs.readFileSync(answer, 'utf8')).slice(0, 4).join('\n'))
  for (const round of [1, 2]) {
    const done = await ops(`withdrawals import ${answer} --yes`)
    expect({ round, code: done.code, out: done.out }).toMatchObject({ round, code: 0 })
    expect(done.out).toContain(
      round === 1
        ? 'Done: settles 3 withdrawals: 2 paid, together Rs. 1,300.00; 1 refunded, together Rs. 150.50.\n'
        : 'Done: settles 0 withdrawals; 3 settled before.\n',
    )
  }
  expect(await readWallet(asha)).toMatchObject({ available: 0n, onItsWay: 0n })
  expect(await readWallet(ravi)).toMatchObject({ available: 400_00n, onItsWay: 0n })

  // Evening: one payment is returned, the hold is lifted, and the audit runs.
  const back = await ops(`withdrawals returned ${third} --reason "Name differs" --yes`)
  expect(back.out).toContain(`Done: returns Rs. 300.00 of member ${mina} to the wallet: `)
  const shown = await ops(`withdrawals show ${third}`)
  expect(shown.out).toMatch(/requested[^]*processing[^]*paid +N3210003[^]*returned +Name differs/)
  expect((await ops(`users release ${waiting}`)).code).toBe(0)
  expect((await ops(`users release ${waiting}`)).code).toBe(1)
  expect(await ops('audit')).toEqual({
    code: 0,
    out: expect.stringMatching(/^The books balance: no defect\.\n/),
    err: '',
  })

  const stats = await ops('stats')
  // The 7-day column, because midnight may have passed since the morning.
  expect(stats.out).toMatch(/^Clicks +\d+ +7 +7 /m)
  expect(stats.out).toMatch(/^Withdrawals paid +[\d,.]+ +1,300\.00 +1,300\.00 /m)
  const { lines, total } = await opsJson('stats')
  expect(lines).toHaveLength(30)
  expect(total).toMatchObject({ clicks: 7, paid: '1300.00' })

  // The operator log has the changes, but not the read-only commands.
  const log = (await opsJson('log')) as {
    command: string
    outcome: string
    os_user: string
  }[]
  const said = log.map(({ outcome, command }) => `${outcome} ${command}`)
  expect(said).toContain(`done withdrawals returned ${third} --reason "Name differs"`)
  expect(said).toContain(`refused withdrawals approve ${held}`)
  expect(said).toContain('done withdrawals export --approve')
  expect(said).toContain(`done withdrawals import ${path.basename(answer)}`)
  expect(said.some((line) => /stats|audit| list | show /.test(line))).toBe(false)
  expect(log.every(({ os_user }) => os_user !== '')).toBe(true)
  expect((await ops('log --limit 3')).out).toMatch(/^ *ID +WHEN +WHO +SOURCE +OUTCOME +COMMAND$/m)
}, 120_000)

test('the operator log masks a mobile number in a command', async () => {
  await ops('otp unlock +919876543210')
  const rows = await db
    .select()
    .from(operatorLog)
    .where(sql`command LIKE 'otp%'`)
  expect(rows[0]).toMatchObject({ command: 'otp unlock ••••••3210', outcome: 'done' })
})
