import { expect, test } from 'vitest'
import { describeUnknownVariables } from '~/platform/config/unknown-variables'
import { variables } from '~/platform/config/env-variables'

test.each([
  ['WEB_CONCURENCY', 'WEB_CONCURRENCY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
  ['TRUSTED_PROXY_HOP', 'TRUSTED_PROXY_HOPS'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['data_key', 'DATA_KEY'],
])('%s is taken for a misspelt %s', (name, meant) => {
  expect(describeUnknownVariables(['PATH', name])).toEqual([
    `the variable ${name} is unknown and has no effect: did you mean ${meant}?`,
  ])
})

test('known names and those of other programs are not taken for misspelt ones', () => {
  const others =
    'PATH HOME HOSTNAME HOST_IP USER LANG PWD SHLVL TERM LOGNAME SHELL TZ NODE_OPTIONS NODE_PATH MAIL PGHOST PGPORT POSTGRES_PASSWORD INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID STATE_DIRECTORY npm_config_cache'
  expect(describeUnknownVariables([...others.split(' '), ...Object.keys(variables.shape)])).toEqual([])
})
