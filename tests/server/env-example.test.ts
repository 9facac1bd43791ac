import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnvFile } from '~/platform/config/env-file'
import { variables } from '~/platform/config/env-variables'
import { readAll, readAsDocker } from '../support/env-readers'

test('.env.example lists every variable of config/env-variables.ts, and no other', () => {
  const known = Object.keys(variables.shape)
  const listed = [...fs.readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    (match) => match[1]!,
  )
  expect(known.length).toBeGreaterThan(20)
  expect(listed.toSorted()).toEqual(known.toSorted())
})

test('with every variable set, .env.example is read the same by a shell, systemd, Docker, Node and the server', () => {
  const text = fs.readFileSync('.env.example', 'utf8').replaceAll(/^# ([A-Z][A-Z0-9_]+=)/gm, '$1')
  const read = parseEnvFile(text)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  expect(read.values.size).toBeGreaterThan(100)
  for (const [reader, values] of [...readAll(text), ['docker', readAsDocker(text)] as const])
    expect({ reader, values }).toEqual({ reader, values: read.values })
})
