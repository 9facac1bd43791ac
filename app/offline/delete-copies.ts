/** Deletes what earlier workers kept: pages, pictures and files, and the times of their copies. */
export async function deleteCopies(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name)
}
