// A script of npm ends with npm, and with nothing else.
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'

/** Says its number, then a word each time after it has looked for npm. */
const SCRIPT = `
  import { stopWithNpm } from './scripts/stop-with-npm.mjs'
  stopWithNpm()
  console.log(process.pid)
  setInterval(() => console.log('runs'), 500)`

/** In the place of npm: starts a shell, says its number, and waits. */
const NPM = `
  require('node:child_process').spawn('sh', ['-c', process.env.COMMAND], { stdio: 'inherit' })
  console.log(process.pid)
  setInterval(() => {}, 1000)`

/** In the place of the process that starts npm: a terminal, or a script that deploys. */
const STARTER = `
  require('node:child_process').spawn(process.execPath, ['-e', process.env.NPM], { stdio: 'inherit' })
  setInterval(() => {}, 1000)`

/** Some shells become the last command that they run; others stay. */
const COMMANDS: [shell: string, command: string][] = [
  ['a shell that stays', '"$NODE" --input-type=module -e "$SCRIPT"; true'],
  ['a shell that becomes its command', 'exec "$NODE" --input-type=module -e "$SCRIPT"'],
]

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const end = (pid: number | undefined) => pid && isRunning(pid) && process.kill(pid, 'SIGKILL')

async function start(command: string) {
  const env = { ...process.env, npm_lifecycle_event: 'start', COMMAND: command, NODE: process.execPath }
  const starter = spawn(process.execPath, ['-e', STARTER], {
    env: { ...env, NPM, SCRIPT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  starter.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const readLines = () => output.split('\n').slice(0, -1)
  onTestFinished(() => [starter.pid, ...readLines().map(Number)].forEach(end))
  await expect.poll(() => readLines().length).toBeGreaterThanOrEqual(2)
  const [npm = 0, script = 0] = readLines().map(Number)
  return { starter, npm, script, countLooks: () => readLines().length - 2 }
}

test.each(COMMANDS)('below %s a script ends with npm and outlives who started npm', async (_, command) => {
  const { starter, npm, script, countLooks } = await start(command)
  starter.kill('SIGKILL')
  const before = countLooks()
  await expect.poll(() => !isRunning(script) || countLooks() > before + 3).toBe(true)
  expect(isRunning(script)).toBe(true)
  process.kill(npm, 'SIGKILL')
  await expect.poll(() => isRunning(script)).toBe(false)
})
