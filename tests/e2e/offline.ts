/** What tests of the service worker share. */
import { expect, open, type Page } from '../support/e2e'

/** Opens a page and waits until the service worker answers its requests. */
export async function openWithWorker(page: Page, path: string): Promise<void> {
  await open(page, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Opens a page for guests, in a browser with a service worker, and waits until its copy is kept. */
export async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect.poll(() => keptPaths(page)).toContain(path)
}

export const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept = await (await caches.open('pages-2')).keys()
    return kept.map(({ url }) => {
      const { pathname, search } = new URL(url)
      return pathname + search
    })
  })

/** The HTML of everything that is kept. */
export const keptTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    let all = ''
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const copy = (await cache.match(request))!
        all += `${request.url}\n${copy.headers.get('Content-Type')!.startsWith('text/html') ? await copy.text() : ''}\n`
      }
    }
    return all
  })

/** Everything that the site's databases in the browser hold: addresses, with the times of their copies. */
export const keptAddresses = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error as Error)
      })
    let all = ''
    for (const { name } of await indexedDB.databases()) {
      const database = await settle(indexedDB.open(name!))
      for (const store of database.objectStoreNames)
        all += JSON.stringify(await settle(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    return all
  })

/** Browsers answer from it for a while, by stale-while-revalidate and max-age. */
export async function emptyHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}
