/** Inserts an entry as the newest, and evicts the oldest one when the map grows beyond `maxSize`. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxSize: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > maxSize && !oldest.done) map.delete(oldest.value);
}
