/** Everything that the service worker of this site has ever stored. */
export async function deleteCopies(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  // Firefox has had databases() since 2024; before it, addresses without their pages remain.
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name)
}
