const isShown = (table: string) => `${table}.withdrawn_at IS NULL AND ${table}.deleted_at IS NULL`;

/** The documents that may count in their review. */
export const isCompletedVersion = (table: string) => `${table}.status = 'completed' AND ${isShown(table)}`;

/** For FROM: the versions of a document that count in its place, as `newer`. */
export const newerVersion = (table: string) =>
  `documents newer WHERE newer.first_version_id = coalesce(${table}.first_version_id, ${table}.id)
      AND newer.version > ${table}.version AND ${isCompletedVersion("newer")}`;

/** The documents that count in their review: the newest version, and until that is judged the one before. */
export const isCounted = (table: string) => `${isShown(table)} AND NOT EXISTS (SELECT FROM ${newerVersion(table)})`;
