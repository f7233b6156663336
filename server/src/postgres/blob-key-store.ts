import type { BlobKeyStore, WrappedKey } from "../uploads/blob-key-store.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

const columns = `key_id AS "keyId", wrapped`;
const find = statement(`SELECT ${columns} FROM blob_keys WHERE blob_key = $1`);
const add = statement(
  "INSERT INTO blob_keys (blob_key, key_id, wrapped) VALUES ($1, $2, $3) ON CONFLICT (blob_key) DO NOTHING",
);
const addNoted = statement(
  `WITH noted AS (INSERT INTO unclaimed_blobs (blob_key, blob_upload, remove_after) VALUES ($1, '', $4)
                  ON CONFLICT (blob_key) DO NOTHING)
   INSERT INTO blob_keys (blob_key, key_id, wrapped) VALUES ($1, $2, $3) ON CONFLICT (blob_key) DO NOTHING`,
);
const remove = statement("DELETE FROM blob_keys WHERE blob_key = $1");
const listOthers = statement(
  `SELECT blob_key AS "blobKey", ${columns} FROM blob_keys WHERE key_id <> $1 ORDER BY blob_key LIMIT $2`,
);
const rewrap = statement("UPDATE blob_keys SET key_id = $2, wrapped = $3 WHERE blob_key = $1");

export function blobKeyStore(run: QueryRunner): BlobKeyStore {
  return {
    find: (blobKey) => firstRow<WrappedKey>(run, find, [blobKey]),
    async add(blobKey, key, removeAfter) {
      const values = [blobKey, key.keyId, key.wrapped];
      if (removeAfter === undefined) await execute(run, add, values);
      else await execute(run, addNoted, [...values, removeAfter]);
      return (await firstRow<WrappedKey>(run, find, [blobKey])) ?? key;
    },
    async remove(blobKey) {
      await execute(run, remove, [blobKey]);
    },
    listOthers: (keyId, limit) => rows<WrappedKey & { blobKey: string }>(run, listOthers, [keyId, limit]),
    async rewrap(blobKey, { keyId, wrapped }) {
      await execute(run, rewrap, [blobKey, keyId, wrapped]);
    },
  };
}
