import fs from 'node:fs'
import { expect, test } from 'vitest'

test('.env.example lists every variable of config/env-variables.ts, and no other', () => {
  const schema = /const variables = z\.object\(\{([\s\S]*?)\n\}\)/.exec(
    fs.readFileSync('app/config/env-variables.ts', 'utf8'),
  )![1]!
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]!)
  const listed = [...fs.readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    (match) => match[1]!,
  )
  expect(known.length).toBeGreaterThan(20)
  expect(listed.toSorted()).toEqual(known.toSorted())
})
