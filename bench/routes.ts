import fs from 'node:fs'
import path from 'node:path'
import { matchRoutes } from '@remix-run/react'
import type { ServerBuild } from '@remix-run/node'
import { createRouteFinder } from '~/platform/find-route'
import { root } from '../scripts/build.mjs'
import { median } from './verdicts'

const URLS = [
  '/',
  '/Deals?page=2',
  '/CouponsDetails/an-offer',
  '/postback',
  '/Account/Wallet',
  '/no/such/page',
]
const ROUNDS = 7
/** Ours has to be so much faster that it is worth its lines. */
const TARGET = 100

type Routes = ServerBuild['routes']

/** The route of a URL, found by app/platform/find-route.ts and by Remix's matchRoutes, in the table of the build. */
export async function run(): Promise<boolean> {
  const routes = readRoutes()
  const find = createRouteFinder({ routes })
  const tree = nest(routes, undefined)
  const ours = measure((url) => find(url), 3000)
  const remix = measure((url) => matchRoutes(tree, url), 100)
  console.log(
    `  ${Object.keys(routes).length} routes: ours ${ours.toFixed(1)} µs, Remix's ${remix.toFixed(0)} µs`,
  )
  return remix / ours >= TARGET
}

function readRoutes(): Routes {
  const assets = path.join(root, 'build/client/assets')
  const name = fs.readdirSync(assets).find((one) => /^manifest-[^.]*\.js$/.test(one))!
  const [json] = /\{.*\}/s.exec(fs.readFileSync(path.join(assets, name), 'utf8'))!
  const { routes } = JSON.parse(json) as { routes: Routes }
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, { ...route!, module: {} as never }]),
  )
}

const nest = (routes: Routes, parent: string | undefined): Parameters<typeof matchRoutes>[0] =>
  Object.values(routes)
    .filter((route) => route!.parentId === parent)
    .map((route) => ({ ...route!, children: route!.index ? undefined : nest(routes, route!.id) }) as never)

/** Microseconds of CPU for one URL, the median of rounds. */
function measure(work: (url: string) => unknown, times: number): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    for (let n = 0; n < times; n++) for (const url of URLS) work(url)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / times / URLS.length
  })
  return median(rounds)
}
