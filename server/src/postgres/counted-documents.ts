/** The documents that count in their review. */
export const isCounted = (table: string) => `${table}.withdrawn_at IS NULL AND ${table}.deleted_at IS NULL`;
