import type { BlobKeyStore, WrappedKey } from "../uploads/blob-key-store.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

const columns = `key_id AS "keyId", wrapped`;
const find = statement(`SELECT ${columns} FROM blob_keys WHERE blob_key = $1`);
const add = statement(
  "INSERT INTO blob_keys (blob_key, key_id, wrapped) VALUES ($1, $2, $3) ON CONFLICT (blob_key) DO NOTHING",
);
const addUnclaimed = statement(
  `WITH unclaimed AS (INSERT INTO unclaimed_blobs (blob_key, blob_upload, remove_after) VALUES ($1, '', $4)
                      ON CONFLICT (blob_key) DO NOTHING)
   ${add.text}`,
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
      else await execute(run, addUnclaimed, [...values, removeAfter]);
      return (await firstRow<WrappedKey>(run, find, [blobKey])) ?? key;
    },
    remove: (blobKey) => execute(run, remove, [blobKey]),
    listOthers: (keyId, limit) => rows<WrappedKey & { blobKey: string }>(run, listOthers, [keyId, limit]),
    rewrap: (blobKey, { keyId, wrapped }) => execute(run, rewrap, [blobKey, keyId, wrapped]),
  };
}
