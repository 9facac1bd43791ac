export async function deleteCopies(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name)
}
