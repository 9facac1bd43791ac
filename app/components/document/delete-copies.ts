/** Not every browser lists its databases. */
const TIMES = 'workbox-expiration'

/** Deletes what earlier workers kept: pages, pictures and files, and the times of their copies. */
export async function deleteCopies(): Promise<void> {
  indexedDB.deleteDatabase(TIMES)
  for (const name of await caches.keys()) await caches.delete(name)
}
