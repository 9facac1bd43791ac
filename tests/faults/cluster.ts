// A cluster of database nodes and application servers, each part broken in turn while writes and pages go on.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import type { Cluster } from './cluster-place'
import { untilQuiet } from './run'
import { startTraffic } from './traffic'

/** A time without acknowledged writes that no fault may exceed, in ms. */
const MOST_WITHOUT_WRITES = 30_000
/** How long a fault lasts that a person or a supervisor ends, in ms. */
const AWAY = 3_000
/** Longer than Patroni takes to replace a primary. */
const CUT_OFF = 40_000

/** Each ends when the cluster is whole again. */
const FAULTS: Record<string, (cluster: Cluster) => Promise<void>> = {
  'kill -9 of an application server': async ({ apps: [app] }) => {
    await app!.server.stop('SIGKILL')
    await sleep(AWAY)
    await app!.start()
  },
  'kill -9 of PgBouncer': async ({ run }) => {
    await run('kill', 'pgbouncer')
    await sleep(AWAY)
    await run('start-pgbouncer')
  },
  'kill -9 of HAProxy': async ({ run }) => {
    await run('kill', 'haproxy')
    await sleep(AWAY)
    await run('start-haproxy')
  },
  'kill -9 of an etcd member': async ({ run }) => {
    const leader = await run('leader')
    await run('kill-etcd', leader)
    await sleep(AWAY)
    await run('start-etcd', leader)
  },
  'planned switchover': async ({ run, settle }) => {
    await run('switchover')
    await settle()
  },
  'kill -9 of the primary and its Patroni': async ({ run, settle }) => {
    const leader = await run('leader')
    await run('kill-node', leader)
    await sleep(CUT_OFF)
    await run('start-node', leader)
    await settle()
  },
  // The writes go on while it heals: a check before would not see what the healing loses.
  'the primary cut off for 40 s, then back': async ({ run, settle }) => {
    const leader = await run('leader')
    await run('partition', leader)
    await sleep(CUT_OFF)
    await run('heal', leader)
    await settle()
  },
}

/** The longest time without an acknowledged write, in ms. */
function longestGap(times: number[], from: number, to: number): number {
  const marks = [from, ...times.filter((at) => at > from && at < to), to]
  return Math.max(...marks.slice(1).map((at, i) => at - marks[i]!))
}

/** Runs the faults whose name has `words`; prints a line for each. Throws if anything acknowledged is lost, or writes stay away for too long. */
export async function proveCluster(cluster: Cluster, words: string): Promise<void> {
  try {
    for (const [name, happen] of Object.entries(FAULTS))
      if (name.includes(words)) console.log(`proved  cluster  ${await proveFault(cluster, name, happen)}`)
  } finally {
    await closeDatabase()
  }
}

async function proveFault(
  cluster: Cluster,
  name: string,
  happen: (cluster: Cluster) => Promise<void>,
): Promise<string> {
  // Each server has its own page cache.
  for (const { server } of cluster.apps)
    for (const page of ['/', '/Deals', '/Aboutus']) await (await fetch(server.origin + page)).text()
  const traffic = await startTraffic(cluster.origin)
  const began = performance.now()
  const pages = await during(cluster, traffic, happen)
  const ended = performance.now()
  await untilQuiet()
  const lost = await traffic.countLost()
  const gap = longestGap(
    traffic.acknowledged().map(({ at }) => at),
    began,
    ended,
  )
  const failed = pages.filter((status) => status !== 200)
  const said = `${name}: ${traffic.acknowledged().length} writes acknowledged, ${lost} lost; ${pages.length} pages of guests, ${failed.length} failed; without writes ${(gap / 1000).toFixed(1)} s`
  assert.equal(lost, 0, said)
  assert.deepEqual(await findDefects(), [], said)
  assert.deepEqual(failed, [], said)
  assert.ok(gap <= MOST_WITHOUT_WRITES, said)
  const bugs = cluster.apps.flatMap(
    ({ server }) => server.output().match(/^.*"(uncaughtException|unhandledRejection)".*$/gm) ?? [],
  )
  assert.deepEqual(bugs, [], said)
  return said
}

/** Returns what guests got meanwhile. */
async function during(
  cluster: Cluster,
  traffic: Awaited<ReturnType<typeof startTraffic>>,
  happen: (cluster: Cluster) => Promise<void>,
): Promise<number[]> {
  try {
    await traffic.until(20)
    traffic.mark()
    await happen(cluster)
    await traffic.until(traffic.acknowledged().length + 20)
  } finally {
    await traffic.stop()
  }
  return traffic.stop()
}
