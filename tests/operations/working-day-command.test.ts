import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Operation } from '~/desk/operation'
import { ops, opsAs, setComparing } from '../ops/support'
import { forgetSteps, nextCode } from '../support/desk'
import type * as terminal from '../../ops/terminal'
import { writeWords } from '../support/typed-commands'
import { liveDay, type Person, type Shown, type Step } from './working-day'

const hooks = vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@dealdwaar.example' })
  return { meanwhile: null as (() => Promise<unknown>) | null, code: '' }
})

// The terminal of somebody who looks at a preview, and who has an authenticator app.
vi.mock('../../ops/terminal', async (original) => ({
  ...(await original<typeof terminal>()),
  askToConfirm: async () => {
    if (!hooks.meanwhile) return 'nobody'
    await hooks.meanwhile()
    return 'yes'
  },
  askText: async () => hooks.code,
}))

setComparing(false)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-day-'))
afterAll(() => {
  setComparing(true)
  fs.rmSync(folder, { recursive: true, force: true })
})

const isAsked = (operation: Operation) => 'confirm' in operation && operation.confirm !== 'none'

async function perform({ id, name, osAccount }: Person, operation: Operation, given: Step): Promise<Shown> {
  const words = writeWords(operation, given, folder)
  const out = path.join(folder, 'made.csv')
  const makes = 'makes' in operation && operation.makes
  const options = [
    ...(isAsked(operation) && !given.meanwhile ? ['--yes'] : []),
    ...(makes ? ['--out', out] : []),
  ]
  hooks.meanwhile = given.meanwhile ?? null
  let answer
  if (given.codeAgain) {
    await forgetSteps(id)
    hooks.code = await nextCode(id)
    answer = await opsAs('somebody', `--as "${name}"`, ...words, ...options)
  } else answer = await opsAs(osAccount, '', ...words, ...options)
  hooks.meanwhile = null
  const made = makes && fs.existsSync(out) ? [fs.readFileSync(out, 'utf8')] : []
  return { text: answer.out + answer.err, files: made }
}

test('a day by command leaves the same log as a day at the desk, and the audit finds nothing', async () => {
  await liveDay('command line', {
    async read({ osAccount }, operation, input) {
      const { out, err } = await opsAs(osAccount, '', ...writeWords(operation, { input }, folder))
      return { text: out + err, files: [] }
    },
    perform,
    agree: (person, operation, given) => perform(person, operation, given),
  })
  expect((await ops('audit')).out).toContain('The books balance: no defect.\n')
}, 120_000)
