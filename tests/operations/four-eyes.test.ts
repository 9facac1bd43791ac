import { desc, eq, sql } from 'drizzle-orm'
import { URI, type TOTP } from 'otpauth'
import { env } from '~/platform/config/env.server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { approvals, operatorLog, operatorLogRows, operators } from '~/platform/db/schema/operations'
import { actAs, requireOperator } from '~/desk/actor.server'
import { acceptInvite, changeOperator } from '~/domain/operators/rules.server'
import { spendCode } from '~/domain/operators/second-factor.server'
import { secondPersonCondition } from '~/domain/alerts/conditions/second-persons.server'
import { findDefects } from '~/domain/books/audit.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { SECOND_PERSON_CHECK } from '~/domain/books/audit/second-persons.server'
import { requireCode } from '../../ops/actor'
import { file, ops, opsAs, readLastEntry } from '../ops/support'
import { changeSettings, forgetOthers, passHours } from '../support/settings'
import { requestAmount } from '../wallet/payout-support'
import { click, member, memberWith, receive } from '../wallet/support'

beforeEach(() => recordCommand({ osUser: 'second' }, 'today'))

describe('operators', () => {
  let first: number

  beforeEach(async () => {
    const [row] = await db.select({ id: sql<number>`coalesce(max(id), 0)::int` }).from(operators)
    first = row!.id
  })

  afterEach(() =>
    db
      .update(operators)
      .set({ state: 'disabled', os_account: null })
      .where(sql`${operators.id} > ${first}`),
  )

  const invite = async (name: string, role: string, by = 'root') => {
    const line = `operators invite "${name}" --role ${role} --print --yes --json`
    const first = await opsAs(by, line)
    const { code, out, err } = first.out.includes('invitation') ? first : await opsAs('agreeing', line)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return (JSON.parse(out) as { invitation: string }).invitation
  }

  /** Invited by two, and accepted under the account. */
  async function join(osAccount: string, name: string, role: string): Promise<void> {
    const { code, err } = await opsAs(osAccount, `operators accept ${await invite(name, role)}`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  }

  test('an invitation binds the OS account that accepts it, once', async () => {
    const token = await invite('Asha One', 'owner')
    const accepted = await opsAs('asha1', `operators accept ${token}`)
    expect(accepted.out).toMatch(/^Done: binds the OS account asha1 to Asha One, owner\.\n/)
    expect((await opsAs('other', `operators accept ${token}`)).err).toContain('was used')
    expect((await opsAs('asha1', 'operators list')).out).toMatch(/Asha One +owner +active .*asha1/)
    const [entry] = await db.select().from(operatorLog).where(eq(operatorLog.os_user, 'asha1')).limit(1)
    expect(entry!.command).toBe('operators accept …')
  })

  test('the only active owner can be neither disabled nor demoted', async () => {
    await join('asha2', 'Asha Two', 'owner')
    for (const line of [
      'operators disable "Asha Two" --yes',
      'operators change "Asha Two" --role support --yes',
    ])
      expect((await opsAs('asha2', line)).err).toContain('Asha Two is the only active owner')
  })

  test('a lowered operator may do only what the new role may', async () => {
    await join('lou', 'Lou Thirteen', 'finance')
    expect((await opsAs('lou', 'withdrawals list')).code).toBe(0)
    const lower = 'operators change "Lou Thirteen" --role viewer --yes'
    await opsAs('root', lower)
    expect((await opsAs('agreeing', lower)).out).toContain('viewer')
    expect(await opsAs('lou', 'withdrawals approve 1 --yes')).toMatchObject({
      code: 1,
      err: '‘Approve withdrawals’ needs the role finance; Lou Thirteen has viewer.\n',
    })
  })

  test('a disabled operator may do nothing', async () => {
    await join('bea3', 'Bea Three', 'support')
    expect((await opsAs('bea3', 'operators list')).code).toBe(0)
    await opsAs('root', 'operators disable "Bea Three" --yes')
    expect(await opsAs('bea3', 'operators list')).toMatchObject({
      code: 1,
      err: 'Bea Three is disabled: an owner may enable the operator.\n',
    })
  })

  test('an account that was an operator’s is not that of an owner after it is unbound', async () => {
    await join('ina', 'Ina Ten', 'support')
    const unbind = 'operators change "Ina Ten" --os-account none --yes'
    await opsAs('root', unbind)
    expect((await opsAs('agreeing', unbind)).out).toContain('os_account none')
    expect((await opsAs('ina', 'settings list')).err).toBe(
      'The OS account ina was Ina Ten’s. An owner may bind it to an operator.\n',
    )
  })

  test('plain commands are those of an owner, and are logged with the operator', async () => {
    await join('jo', 'Jo Eleven', 'support')
    expect(await opsAs('jo', 'keys status')).toMatchObject({
      code: 1,
      err: '`keys status` needs the role owner; Jo Eleven has support.\n',
    })
    await join('kim', 'Kim Twelve', 'owner')
    expect((await opsAs('kim', 'sweep')).code).toBe(0)
    const entry = await readLastEntry()
    expect(entry).toMatchObject({ os_user: 'Kim Twelve@kim', command: 'sweep' })
    await db.update(operators).set({ state: 'disabled' }).where(eq(operators.name, 'Kim Twelve'))
    expect((await opsAs('kim', 'sweep')).err).toContain('Kim Twelve is disabled')
  })

  test('a code of the second factor works once, and none of an earlier step', async () => {
    await join('cat4', 'Cat Four', 'finance')
    const { out } = await opsAs('cat4', 'operators second-factor "Cat Four" --yes --json')
    const totp = URI.parse((JSON.parse(out) as { address: string }).address) as TOTP
    const operator = await requireOperator('cat four')
    expect(actAs(operator, 'root')).toMatchObject({ by: 'Cat Four@root', role: 'finance' })
    const code = totp.generate()
    expect(await spendCode(operator, 'abcdef')).toEqual({ ok: false, reason: 'wrong' })
    expect(await spendCode(operator, code)).toEqual({ ok: true })
    expect(await spendCode(operator, code)).toEqual({ ok: false, reason: 'wrong' })
    expect(await spendCode(operator, totp.generate({ timestamp: Date.now() - 30_000 }))).toEqual({
      ok: false,
      reason: 'wrong',
    })
    expect((await opsAs('bea3', 'operators second-factor "Cat Four" --yes')).code).toBe(1)
  })

  test('five wrong codes end the tries for 15 minutes, also at the same moment, and for this operator alone', async () => {
    await join('lee', 'Lee Thirteen', 'support')
    await join('mia', 'Mia Fourteen', 'support')
    const setUp = async (osAccount: string, name: string) => {
      const { out } = await opsAs(osAccount, `operators second-factor "${name}" --yes --json`)
      return URI.parse((JSON.parse(out) as { address: string }).address) as TOTP
    }
    const [lees, mias] = [await setUp('lee', 'Lee Thirteen'), await setUp('mia', 'Mia Fourteen')]
    const lee = await requireOperator('Lee Thirteen')
    const wrong = lees.generate() === '000000' ? '111111' : '000000'
    const tries = await Promise.all(Array.from({ length: 12 }, () => spendCode(lee, wrong)))
    expect(tries.filter((tried) => !tried.ok && tried.reason === 'wrong')).toHaveLength(5)
    await expect(requireCode(lee, lees.generate())).rejects.toThrow(
      /^Too many wrong codes of Lee Thirteen: try again in/,
    )
    expect(await spendCode(await requireOperator('Mia Fourteen'), mias.generate())).toEqual({ ok: true })
  })

  test('a code that comes ten times at one moment is good once', async () => {
    await join('noa', 'Noa Fifteen', 'support')
    const { out } = await opsAs('noa', 'operators second-factor "Noa Fifteen" --yes --json')
    const totp = URI.parse((JSON.parse(out) as { address: string }).address) as TOTP
    const noa = await requireOperator('Noa Fifteen')
    const code = totp.generate()
    const tries = await Promise.all(Array.from({ length: 5 }, () => spendCode(noa, code)))
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('an invitation that five accounts accept at one moment is one account’s', async () => {
    const token = await invite('Ola Sixteen', 'viewer')
    const accept = (osAccount: string) => db.transaction((tx) => acceptInvite(tx, token, osAccount))
    const answers = await Promise.all(['ola1', 'ola2', 'ola3', 'ola4', 'ola5'].map(accept))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'ended')).toHaveLength(4)
  })

  test('an invitation that was given to the wrong person is ended by disabling its operator', async () => {
    const token = await invite('Zoe TwentyTwo', 'owner')
    expect(
      (await opsAs('root', 'operators enable "Zoe TwentyTwo" --yes')).err +
        (await opsAs('agreeing', 'operators enable "Zoe TwentyTwo" --yes')).err,
    ).toContain('Zoe TwentyTwo is invited.')
    expect((await opsAs('root', 'operators disable "Zoe TwentyTwo" --yes')).code).toBe(0)
    expect((await opsAs('zoe', `operators accept ${token}`)).err).toContain('The invitation has ended')
  })

  test('an invitation ends after 72 hours', async () => {
    const token = await invite('Pia Seventeen', 'viewer')
    await db
      .update(operators)
      .set({ invite_ends_at: sql`now() - interval '1 second'` })
      .where(eq(operators.name, 'Pia Seventeen'))
    expect((await opsAs('pia', `operators accept ${token}`)).err).toContain('The invitation has ended')
  })

  test('of two owners who disable each other at the same moment one is still active', async () => {
    await join('quo', 'Quo Eighteen', 'owner')
    await join('rae', 'Rae Nineteen', 'owner')
    const disable = (name: string) => db.transaction((tx) => changeOperator(tx, name, { state: 'disabled' }))
    const answers = await Promise.all([disable('Quo Eighteen'), disable('Rae Nineteen')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'only-owner' })
  })

  test('no operator has the OS account desk, which means the desk in the log', async () => {
    const token = await invite('Sol Twenty', 'support')
    expect((await opsAs('desk', `operators accept ${token}`)).err).toContain(
      'No operator has the OS account desk',
    )
    await opsAs('sol', `operators accept ${token}`)
    expect((await opsAs('root', 'operators change "Sol Twenty" --os-account desk --yes')).err).toContain(
      'No operator has the OS account desk',
    )
    expect((await opsAs('desk', 'operators list')).code).toBe(1)
  })

  test('an account of a directory, with an @, is an account and no operator', async () => {
    await recordCommand({ osUser: 'uma%corp.example' }, 'today')
    await opsAs('uma@corp.example', 'sweep')
    const entry = await readLastEntry()
    expect(entry.os_user).toBe('uma%corp.example')
  })

  test('a change of an operator shows its version, and an older one is refused with who changed it', async () => {
    await join('val', 'Val TwentyOne', 'support')
    const look = await opsAs('root', 'operators change "Val TwentyOne" --role finance --dry-run --json')
    const { version, present } = JSON.parse(look.out) as { version: string; present: object }
    expect(present).toMatchObject({ role: 'support', osAccount: 'val', state: 'active' })
    await opsAs('root', 'operators disable "Val TwentyOne" --yes')
    const late = `operators change "Val TwentyOne" --role finance --if-version ${version} --yes`
    await opsAs('root', late)
    expect((await opsAs('agreeing', late)).err).toMatch(
      /^Changed meanwhile, and nothing was done: root changed operator \d+ at /,
    )
  })

  test('--as needs a terminal for the code', async () => {
    await join('dev5', 'Dev Five', 'viewer')
    expect((await ops('--as "Dev Five" operators list')).err).toContain('has no second factor')
    await opsAs('dev5', 'operators second-factor "Dev Five" --yes')
    expect((await ops('--as "Dev Five" operators list')).err).toBe(
      '--as asks for a code on the terminal, and there is none.\n',
    )
    expect((await ops('--as Nobody operators list')).err).toContain('There is no operator Nobody')
  })
})

describe('a second person', () => {
  const line = (name: string) => `operators invite "${name}" --role viewer --print --yes`

  test('is one whose role allows the command', async () => {
    await forgetOthers()
    const [helper] = await db
      .insert(operators)
      .values({ name: 'Ada Helper', role: 'support', state: 'active' })
      .returning()
    await recordCommand({ osUser: 'Ada Helper@desk', operatorId: helper!.id }, 'today')
    expect((await opsAs('root', line('Una Alone'))).out).toContain('is independent of root')
    await db.update(operators).set({ role: 'owner' }).where(eq(operators.id, helper!.id))
    expect((await opsAs('root', line('Uma Two'))).out).toContain('Another person has to agree: Ada Helper.')
    await forgetOthers()
  })

  test('is needed for a change of operators where there is one, and gives the same command', async () => {
    await recordCommand({ osUser: 'second' }, 'today')
    const asked = await opsAs('root', line('Eva Six'))
    expect(asked.out).toMatch(/^Done: asks a second person to agree \(approval \d+\)\.\n/)
    const listed = (await opsAs('root', 'approvals list')).out
    expect(listed).toMatch(
      /root +waiting .*Invites Eva Six as viewer .*operators invite "Eva Six" --role viewer/,
    )
    expect((await opsAs('root', line('Eva Six'))).err).toContain('Another person has to agree: ')
    expect((await db.select().from(operators).where(eq(operators.name, 'Eva Six'))).length).toBe(0)
    expect((await opsAs('second', line('Eva Six'))).out).toMatch(/^Done: invites Eva Six as viewer\.\n/)
    expect((await db.select().from(operators).where(eq(operators.name, 'Eva Six'))).length).toBe(1)
    expect((await opsAs('root', 'approvals list --all')).out).toMatch(/root +approved +second /)
  })

  test('is needed for large withdrawals, by approve and by export, and for the payout of a whole feed', async () => {
    await recordCommand({ osUser: 'second' }, 'today')
    await changeSettings({ FOUR_EYES_ABOVE: '100' })
    const id = await requestAmount(await memberWith(500_00n), '150')
    const asks = /^Done: asks a second person to agree/
    expect((await opsAs('root', `withdrawals approve ${id} --yes`)).out).toMatch(asks)
    const out = file('never.csv', '')
    expect((await opsAs('root', `withdrawals export --approve --yes --out ${out}.new`)).out).toMatch(asks)
    const feed = file('large.csv', 'id,title,url,brand\nx1,Kettle,https://shop.example/k,Ketli\n')
    const load = `catalogue import ${feed} --source large --payout 5% --yes`
    expect((await opsAs('root', load)).out).toMatch(asks)
    expect((await opsAs('second', load)).out).toContain('imports large')
    expect((await opsAs('second', `withdrawals approve ${id} --yes`)).out).toContain(
      `approves withdrawal ${id}`,
    )
    await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
  })

  test('is not somebody whom the first person let in alone; then the same person confirms after 24 hours', async () => {
    env().demo = false
    await forgetOthers()
    const wim = 'operators invite "Wim Helper" --role owner --print --yes --json'
    expect((await opsAs('alone', wim.replace(' --json', ''))).out).toContain('is independent of alone')
    await passHours(23.9)
    expect((await opsAs('alone', wim)).err).toContain('who may agree alone from')
    await passHours(0.2)
    const { out } = await opsAs('alone', wim)
    expect(await listOutcomes()).toEqual(['alone'])
    await opsAs('wim', `operators accept ${(JSON.parse(out) as { invitation: string }).invitation}`)
    await opsAs('alone', line('Xia One'))
    for (const by of ['wim', 'alone'])
      expect((await opsAs(by, line('Xia One'))).err).toContain('is independent of alone')
    await passHours(7 * 24 + 1)
    expect((await opsAs('alone', line('Xia One'))).out).toContain('asks a second person to agree')
    await recordCommand({ osUser: 'third' }, 'today')
    expect((await opsAs('wim', line('Xia One'))).err).toContain('has to agree: third (on the command line).')
    await passHours(25)
    expect((await opsAs('alone', line('Xia One'))).err).toContain(
      'has to agree: third (on the command line).',
    )
    expect((await opsAs('third', line('Xia One'))).out).toMatch(/^Done: invites Xia One/)
    expect(await listOutcomes()).toEqual(['agreed'])
    expect((await findDefects()).filter(({ check }) => check === SECOND_PERSON_CHECK)).toEqual([])
    env().demo = true
    await db
      .update(operators)
      .set({ state: 'disabled', os_account: null })
      .where(eq(operators.name, 'Wim Helper'))
  })

  const listOutcomes = async () => {
    const rows = await db.select().from(operatorLogRows).orderBy(desc(operatorLogRows.id)).limit(1)
    return rows.map(({ outcome }) => outcome)
  }

  test('is not needed on the first day of a shop, while nobody else works there', async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.delete(operatorLogRows)
      await tx.execute(sql`DELETE FROM queued_jobs`)
      await tx.delete(operatorLog)
    })
    expect((await opsAs('founder', line('Ann First'))).out).toMatch(/^Done: invites Ann First/)
    await passHours(25)
    expect((await opsAs('founder', line('Ben Later'))).out).toContain('asks a second person to agree')
    await recordCommand({ osUser: 'second' }, 'today')
  })

  test('is one of several by name, for three days each', async () => {
    await forgetOthers()
    for (const osUser of ['cy', 'bo']) await recordCommand({ osUser }, 'today')
    expect((await opsAs('ann', line('Ida Turn'))).out).toContain(
      'has to agree: bo (on the command line), or cy (on the command line).',
    )
    await passHours(3 * 24 + 1)
    expect((await opsAs('ann', 'today')).out).toContain(
      'has to agree: cy (on the command line), or bo (on the comm',
    )
    const found = await secondPersonCondition.find({ at: new Date(), uptime: 0 })
    expect(found.map(({ cause, subject }) => [cause, subject])).toContainEqual([
      'second-person',
      expect.stringMatching(/^approval \d+, cy$/),
    ])
  })

  test('is needed for a payment that is split, in one command or within a day', async () => {
    await changeSettings({ FOUR_EYES_ABOVE: '1000' })
    const [one, other] = [await memberWith(5000_00n), await memberWith(5000_00n)]
    const parts = [await requestAmount(one, '600'), await requestAmount(one, '600')]
    const small = await requestAmount(other, '600')
    const waits = 'asks a second person to agree'
    expect((await opsAs('root', `withdrawals approve ${parts.join(' ')} --yes`)).out).toContain(waits)
    expect((await opsAs('root', `withdrawals approve ${parts[0]} ${small} --yes`)).out).not.toContain(waits)
    expect((await opsAs('root', `withdrawals approve ${parts[1]} --yes`)).out).toContain(waits)
  })

  test('is needed to accept a large report, and never one’s own', async () => {
    await changeSettings({ FOUR_EYES_ABOVE: '1000', MOST_CASHBACK_A_SALE: '500' })
    const userId = await member()
    const p1 = await click(userId, { payout_hundredths: 5000n })
    for (const [txn_id, sale_amount] of [
      ['large', '4000'],
      ['small', '1900'],
    ] as const)
      await receive({ p1, txn_id, sale_amount, status: 'approved' })
    const waiting = await db.select().from(postbackInbox).where(eq(postbackInbox.click_id, p1))
    const [large, small] = ['large', 'small'].map(
      (txn_id) => waiting.find(({ raw }) => raw.txn_id === txn_id)!.id,
    )
    const accept = (id: number) => `postbacks accept ${id} --reason seen --yes`
    expect((await opsAs('root', accept(large!))).out).toContain('asks a second person to agree')
    expect((await opsAs('root', accept(small!))).out).toContain('Done: credits')
    await db.update(users).set({ email: 'zoe@mail.example' }).where(eq(users.id, userId))
    await db.insert(operators).values({
      name: 'Zoe Finance',
      role: 'owner',
      state: 'active',
      os_account: 'zoe',
      email: 'zoe@mail.example',
    })
    const refusal = `Member ${userId} has your e-mail address: somebody else has to do this.\n`
    expect((await opsAs('zoe', accept(large!))).err).toBe(refusal)
    expect((await opsAs('zoe', `users release ${userId}`)).err).toBe(refusal)
    await db
      .update(operators)
      .set({ state: 'disabled', os_account: null })
      .where(eq(operators.name, 'Zoe Finance'))
  })

  test('does not pay or credit their own account as a member', async () => {
    const own = await memberWith(500_00n)
    await db.update(users).set({ email: 'yan@mail.example' }).where(eq(users.id, own))
    await db.insert(operators).values({
      name: 'Yan Finance',
      role: 'finance',
      state: 'active',
      os_account: 'yan',
      email: 'Yan@mail.example',
    })
    const id = await requestAmount(own, '150')
    const refusal = `Member ${own} has your e-mail address: somebody else has to do this.\n`
    expect((await opsAs('yan', `withdrawals approve ${id} --yes`)).err).toBe(refusal)
    const credit = `adjustments add --member ${own} --kind goodwill --amount 5 --reason test --yes`
    expect((await opsAs('yan', credit)).err).toBe(refusal)
    expect((await opsAs('root', credit)).code).toBe(0)
    for (const line of [`withdrawals refuse ${id} --reason test`, `withdrawals returned ${id} --reason test`])
      expect((await opsAs('yan', `${line} --yes`)).err).not.toBe('')
    const reconcile = (id: string, click: string, run = '--yes') =>
      opsAs('yan', `conversions reconcile trackier ${file(`${id}.csv`, report(id, click))} ${run} --json`)
    const report = (id: string, click: string) =>
      `conversion_id,click_id,campaign_id,p1,txn_id,sale_amount,payout_currency,payout,status,created
${id},theirs,1,${click},T${id},900,INR,80,approved,2026-11-21 10:00:00
`
    expect((await reconcile('OWN1', await click(own))).out).toContain(refusal.trim())
    // The sale of a friend, of which they get a share.
    const friends = await click(await member(own))
    for (const run of ['--dry-run', '--yes'])
      expect((await reconcile('OWN2', friends, run)).out).toContain(refusal.trim())
    const sales = await db.execute(sql`SELECT 1 FROM conversions WHERE external_id IN ('OWN1', 'OWN2')`)
    expect(sales).toHaveLength(0)
    await opsAs('yan', `withdrawals export --approve --yes --out ${file('own.csv', '')}.new`)
    expect((await opsAs('root', `withdrawals show ${id} --json`)).out).toContain('"requested"')
    await db
      .update(operators)
      .set({ state: 'disabled', os_account: null })
      .where(eq(operators.name, 'Yan Finance'))
  })

  test('agrees to the input; a version binds only the one who gave it', async () => {
    await db.insert(operators).values({ name: 'Vera Bound', role: 'support', state: 'active' })
    const promote = 'operators change "Vera Bound" --role finance --yes'
    const { version } = JSON.parse(
      (await opsAs('root', `${promote.replace('--yes', '--dry-run')} --json`)).out,
    ) as {
      version: string
    }
    expect((await opsAs('root', `${promote} --if-version ${version}`)).out).toContain('asks a second person')
    await db.transaction((tx) => changeOperator(tx, 'Vera Bound', { email: 'vera.bound@desk.example' }))
    expect((await opsAs('second', `${promote} --if-version ${version}`)).err).toContain('Changed meanwhile')
    expect((await opsAs('second', promote)).out).toContain('role finance')
  })

  test('who gives another command asks for another approval', async () => {
    await opsAs('root', line('Flo Seven'))
    const other = await opsAs('second', 'operators invite "Flo Seven" --role owner --print --yes')
    expect(other.out).toContain('asks a second person')
  })

  test('may refuse, and a request ends after seven days', async () => {
    await opsAs('root', line('Gus Eight'))
    const [waiting] = await db
      .select()
      .from(approvals)
      .orderBy(sql`id DESC`)
      .limit(1)
    await db
      .insert(operators)
      .values({ name: 'Sue Viewer', role: 'viewer', state: 'active', os_account: 'sue' })
    expect((await opsAs('sue', `approvals refuse ${waiting!.id}`)).err).toContain('needs the role owner')
    expect((await opsAs('second', `approvals refuse ${waiting!.id}`)).out).toContain(
      `refuses approval ${waiting!.id}`,
    )
    expect((await opsAs('second', `approvals refuse ${waiting!.id}`)).code).toBe(1)
    await expect(
      db.update(approvals).set({ state: 'approved' }).where(eq(approvals.id, waiting!.id)),
    ).rejects.toMatchObject({ cause: { message: 'approvals are append-only' } })
  })
})
