const isShown = (table: string) => `${table}.withdrawn_at IS NULL AND ${table}.deleted_at IS NULL`;

/** The documents that may count in their review. */
export const isCompletedVersion = (table: string) => `${table}.status = 'completed' AND ${isShown(table)}`;

/** For FROM: the versions of a document that count in its place, as `newer`. */
export const newerVersion = (table: string) =>
  `documents newer WHERE newer.first_version_id = coalesce(${table}.first_version_id, ${table}.id)
      AND newer.version > ${table}.version AND ${isCompletedVersion("newer")}`;

/** The documents that count in their review: the newest version, and until that is judged the one before. */
export const isCounted = (table: string) => `${isShown(table)} AND NOT EXISTS (SELECT FROM ${newerVersion(table)})`;

/** How the documents of a review count unless a submission says otherwise. */
export const documentsCountOf = (reviewId: string) =>
  `(SELECT c.documents_count FROM compliance_reviews r JOIN controls c ON c.id = r.control_id WHERE r.id = ${reviewId})`;

/** What documents are judged together: those of a subject, or all of a review that are not judged each for itself. */
export const subjectKey = (table: string, documentsCount: string) =>
  `CASE WHEN coalesce(${table}.documents_count, ${documentsCount}) = 'each'
        THEN coalesce('subject ' || lower(${table}.subject), ${table}.first_version_id, ${table}.id) ELSE '' END`;

export const noDocuments = { queued: 0, processing: 0, completed: 0, failed: 0 };

/** How many documents of a review count, by their status, as JSON without those that none has. */
export const documentCountsOf = (reviewId: string) =>
  `(SELECT coalesce(jsonb_object_agg(s.status, s.count), '{}') FROM (
      SELECT d.status, count(*)::int AS count FROM documents d
       WHERE d.review_id = ${reviewId} AND ${isCounted("d")} GROUP BY d.status) s)`;
