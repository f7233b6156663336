import { Client } from "pg";

/**
 * Any number of documents and companies, inserted in bulk as the worker would leave them. Findings are short, because only
 * the database is measured.
 */

export type Query = (text: string, values?: unknown[]) => Promise<unknown>;

export interface Growth {
  documents: number;
  companies: number;
}

/** One document in so many is queued, and one has failed: of a thousand, more than fit on a page of a list. */
const waitingIn = 100;
const failedIn = 25;
/** For one document in so many the queue still has the finished job. */
const finishedJobIn = 10;
const documentsPerReview = 10;
const companiesPerPartner = 100;
/** Rows per statement. */
const batchSize = 50_000;

/** Valid ids in the order of the numbers, which occur nowhere else. */
const idOf = (kind: string, number: string) => `'01G${kind}' || lpad(upper(to_hex(${number})), 21, '0')`;
const at = (number: string) => `'2026-01-01'::timestamptz + (${number}) * interval '1 second'`;
/** Spread over three years, so that a filter by date finds few. */
const dayOf = (number: string) => `'2026-01-01'::date + (${number}) % 1000`;
/** A prime spreads each company's rows over the whole table, as in a real database. */
const companyOf = (number: string) => `((${number}::bigint * 7919) % $3)::int`;
const reviewOf = (number: string) => `((${number}) / ${documentsPerReview})`;
// All documents of a review belong to one company.
const companyOfReview = (number: string) => companyOf(reviewOf(number));

/** One in a hundred is compliant, a few are not: filters for the rare and for the common. */
const scoreOf = (number: string) =>
  `(CASE WHEN (${number}) % 100 = 0 THEN 90 WHEN (${number}) % 10 = 3 THEN 20 ELSE 60.5 END)`;
const levelOfScore =
  "CASE WHEN s.score >= 80 THEN 'compliant' WHEN s.score >= 40 THEN 'partially_compliant' ELSE 'non_compliant' END";

const perPartner = `INSERT INTO partners (id, name, created_at)
  SELECT ${idOf("PA", "n")}, 'Partner ' || n, ${at("n")} FROM generate_series($1::int, $2::int) n`;

const perCompany = [
  `INSERT INTO companies (id, partner_id, name, legal_name, country, city, created_at)
   SELECT ${idOf("CA", "n")}, ${idOf("PA", `n / ${companiesPerPartner}`)}, 'Company ' || n, 'Company ' || n, 'AT', 'Wien', ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO business_entities (id, company_id, name, is_archived, is_approved, created_at)
   SELECT ${idOf("BA", "n")}, ${idOf("CA", "n")}, 'Entity ' || n, false, n % 5 > 0, ${at("n")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO api_keys (id, tier, partner_id, company_id, hash, prefix, last_four, created_at)
   SELECT ${idOf("KA", "n")}, 'company', ${idOf("PA", `n / ${companiesPerPartner}`)}, ${idOf("CA", "n")}, sha256(n::text::bytea), 'ak_c', 'abcd', ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO portal_sessions (id, hash, tier, key_hash, created_at, seen_at, expires_at)
   SELECT ${idOf("XA", "n")}, sha256(('session ' || n)::bytea), 'company', sha256(n::text::bytea), ${at("n")}, ${at("n + 60")}, ${at("n + 43200")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO accounts (id, email, name, password_hash, password_changed_at, created_at)
   SELECT ${idOf("GA", "n")}, 'person-' || n || '@example.com', 'Person ' || n, 'scrypt', ${at("n")}, ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO memberships (id, account_id, organisation, role, partner_id, company_id, created_at)
   SELECT ${idOf("NA", "n")}, ${idOf("GA", "n")}, ${idOf("CA", "n")}, 'company_owner', ${idOf("PA", `n / ${companiesPerPartner}`)}, ${idOf("CA", "n")}, ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO account_sessions (id, hash, account_id, membership_id, created_at, seen_at, expires_at)
   SELECT ${idOf("YA", "n")}, sha256(('person ' || n)::bytea), ${idOf("GA", "n")}, ${idOf("NA", "n")}, ${at("n")}, ${at("n + 60")}, ${at("n + 43200")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO identities (id, account_id, organisation, issuer, subject, created_at)
   SELECT ${idOf("JA", "n")}, ${idOf("GA", "n")}, ${idOf("PA", `n / ${companiesPerPartner}`)}, 'https://login.example.com', 'subject-' || n, ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO provider_sessions (session_id, organisation, issuer, id_token)
   SELECT ${idOf("YA", "n")}, ${idOf("PA", `n / ${companiesPerPartner}`)}, 'https://login.example.com', sha256(n::text::bytea)
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO sign_in_challenges (hash, data, expires_at)
   SELECT sha256(('challenge ' || n)::bytea), sha256(n::text::bytea), ${at("n + 600")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO second_factors (account_id, secret, created_at)
   SELECT ${idOf("GA", "n")}, sha256(n::text::bytea), ${at("n")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO recovery_codes (account_id, hash)
   SELECT ${idOf("GA", "n")}, sha256(n::text::bytea) FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO invitations (id, token_hash, organisation, role, partner_id, company_id, email, name, created_at, expires_at)
   SELECT ${idOf("VA", "n")}, sha256(('invitation ' || n)::bytea), ${idOf("CA", "n")}, 'company_reader', ${idOf("PA", `n / ${companiesPerPartner}`)},
          ${idOf("CA", "n")}, 'invited-' || n || '@example.com', 'Invited ' || n, ${at("n")}, ${at("n + 604800")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO notification_settings (account_id, language, choices)
   SELECT ${idOf("GA", "n")}, 'en', '{}' FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO mails (id, membership_id, created_at) SELECT ${idOf("ZA", "n")}, ${idOf("NA", "n")}, ${at("n")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO mails (id, invitation_id, language, token, created_at)
   SELECT ${idOf("ZB", "n")}, ${idOf("VA", "n")}, 'en', sha256(n::text::bytea), ${at("n")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO webhooks (id, company_id, url, event_types, is_active, secret, created_at)
   SELECT ${idOf("WA", "n")}, ${idOf("CA", "n")}, 'https://hooks.example.com/' || n, '{document.completed}', true, sha256(n::text::bytea), ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO gap_settings (company_id, issue_link)
   SELECT ${idOf("CA", "n")}, 'https://tracker.example.com/new?title={title}' FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO company_storage (company_id, bytes, members) SELECT ${idOf("CA", "n")}, 1000000, 0 FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO rate_windows (subject, used, ends_at)
   SELECT 'submissions ' || ${idOf("CA", "n")}, 1, ${at("n + 3600")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO bulk_judgements (id, control_id, company_id, request_id, is_by_administrator, context, requested_at, document_count, ended_at)
   SELECT ${idOf("GA", "n")}, c.id, ${idOf("CA", "n")}, ${idOf("GA", "n / 10 * 10")}, n % 2 = 0, '{}', ${at("n")}, 10, CASE WHEN n % 100 > 0 THEN ${at("n + 60")} END
     FROM generate_series($1::int, $2::int) n, (SELECT id FROM controls WHERE code = 'DPA') c`,
  `INSERT INTO record_chains (company_id, length) SELECT ${idOf("CA", "n")}, 0 FROM generate_series($1::int, $2::int) n`,
];

/** $1 and $2 are the first and the last document's number, $3 is the number of companies. */
const perDocument = [
  `INSERT INTO compliance_reviews (id, company_id, business_entity_id, framework_id, control_id, name, scope, review_date, created_at, score, level)
   SELECT ${idOf("RA", reviewOf("n"))}, ${idOf("CA", companyOfReview("n"))}, ${idOf("BA", companyOfReview("n"))}, c.framework_id, c.id,
          'Review ' || ${reviewOf("n")}, 'Everything', ${at("n")}, ${at("n")}, s.score, ${levelOfScore}
     FROM generate_series($1::int, $2::int) n, LATERAL (SELECT ${scoreOf(`n / ${documentsPerReview}`)} AS score) s, (SELECT id, framework_id FROM controls WHERE code = 'DPA') c
    WHERE n % ${documentsPerReview} = 0`,
  `INSERT INTO documents (id, company_id, review_id, status, file_name, audit_language, page_count, created_at, processed_at, failure_reason, queue_round, pages_done, pages_found, engine, control_id, business_entity_id, score, level, valid_until, review_by, expiry_notified, review_notified, bulk_judgement_id)
   SELECT ${idOf("DA", "n")}, ${idOf("CA", companyOfReview("n"))}, ${idOf("RA", reviewOf("n"))}, s.status, 'contract-' || n || '.pdf', 'en', 3, ${at("n")},
          CASE WHEN s.status <> 'queued' THEN ${at("n + 60")} END, CASE WHEN s.status = 'failed' THEN 'It cannot be read.' END,
          CASE WHEN s.status = 'queued' THEN n / ${waitingIn} ELSE 0 END, 3, 3, '{"name": "offline", "version": "1"}',
          c.id, ${idOf("BA", companyOfReview("n"))}, CASE WHEN s.status = 'completed' THEN s.score END, CASE WHEN s.status = 'completed' THEN ${levelOfScore} END,
          CASE WHEN n % 5 = 0 THEN ${dayOf("n")} END, CASE WHEN n % 7 = 0 THEN ${dayOf("n")} END,
          CASE WHEN n % 10 = 0 THEN ${dayOf("n")} END, CASE WHEN n % 14 = 0 THEN ${dayOf("n")} END,
          CASE WHEN n % 20 = 0 THEN ${idOf("GA", companyOfReview("n"))} END
     FROM generate_series($1::int, $2::int) n, (SELECT id FROM controls WHERE code = 'DPA') c,
          LATERAL (SELECT CASE WHEN n % ${waitingIn} = 1 THEN 'queued' WHEN n % ${failedIn} = 2 THEN 'failed' ELSE 'completed' END AS status, ${scoreOf("n")} AS score) s`,
  `INSERT INTO review_scores (review_id, day, score)
   SELECT ${idOf("RA", reviewOf("n"))}, (${at("n")})::date + d, 50 FROM generate_series($1::int, $2::int) n, generate_series(0, 3) d
    WHERE n % ${documentsPerReview} = 0`,
  `INSERT INTO document_files (id, document_id, position, place, file_name, display_name, size_bytes, blob_key, sha256, reading, page_count, pages_done, language, pages_blob_key, page_ranges)
   SELECT ${idOf("FA", "n")}, ${idOf("DA", "n")}, 0, '1', 'contract-' || n || '.pdf', 'contract-' || n || '.pdf', 48000, 'grown/' || n, sha256(n::text::bytea),
          'read', 3, 3, 'en', 'grown/pages/' || n, '[{"firstPage": 1, "lastPage": 3, "offsetBytes": 0, "sizeBytes": 9000}]'
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO document_items (id, document_id, position, control_item_id, revision, status, score, findings, judged_at)
   SELECT ${idOf("JA", "n::bigint * 4 + i.position")}, ${idOf("DA", "n")}, i.position, i.id, i.revision, 'completed', (n * 7 + i.position * 31) % 101,
          jsonb_build_object('format', 2, 'level', 'partially_compliant', 'catalogueLanguage', 'en', 'documentLanguage', 'en',
            'criteria', '[{"key": "notice-of-changes", "verdict": "partly", "evidence": [{"file": 0, "page": 2}]}]'::jsonb), ${at("n + 60")}
     FROM generate_series($1::int, $2::int) n,
          (SELECT i.id, i.revision, row_number() OVER (ORDER BY i.id)::int - 1 AS position
             FROM control_items i JOIN controls c ON c.id = i.control_id WHERE c.code = 'DPA' ORDER BY i.id LIMIT 3) i
    WHERE n % ${waitingIn} <> 1`,
  `INSERT INTO document_answers (document_id, control_item_id, question_key, answer, answered_at)
   SELECT ${idOf("DA", "n")}, i.id, 'printable', 'yes', ${at("n + 90")}
     FROM generate_series($1::int, $2::int) n, (SELECT min(id::text) AS id FROM control_items) i`,
  `INSERT INTO decisions (id, company_id, review_id, document_id, item_id, control_item_id, kind, reason, author_kind, author_id, author_name,
     decided_at, state, accepted_until, ended_at, found)
   SELECT ${idOf("HA", "n")}, ${idOf("CA", companyOfReview("n"))}, ${idOf("RA", reviewOf("n"))}, ${idOf("DA", "n")}, ${idOf("JA", "n::bigint * 4")}, i.id,
          CASE WHEN n % 10 = 0 THEN 'accept_risk' ELSE 'confirm' END, 'Read.', 'key', ${idOf("KA", companyOfReview("n"))}, 'ak_c…abcd', ${at("n + 90")},
          CASE WHEN n % 4 = 0 THEN 'withdrawn' ELSE 'in_effect' END, CASE WHEN n % 10 = 0 THEN ${at("n + 9000000")} END, CASE WHEN n % 4 = 0 THEN ${at("n + 95")} END, 'compliant'
     FROM generate_series($1::int, $2::int) n, (SELECT min(id::text) AS id FROM control_items) i WHERE n % ${waitingIn} <> 1`,
  `INSERT INTO decided_items (item_id, document_id, score, level)
   SELECT ${idOf("JA", "n::bigint * 4")}, ${idOf("DA", "n")}, 60, 'partially_compliant'
     FROM generate_series($1::int, $2::int) n WHERE n % ${waitingIn} <> 1 AND n % 4 > 0`,
  `INSERT INTO decision_records (company_id, position, decision_id, document_id, record, sha256)
   SELECT ${idOf("CA", companyOfReview("n"))}, 10000000 + n, ${idOf("HA", "n")}, ${idOf("DA", "n")}, '{}', sha256(n::text::bytea)
     FROM generate_series($1::int, $2::int) n WHERE n % ${waitingIn} <> 1`,
  `INSERT INTO sign_offs (id, company_id, review_id, document_count, documents_sha256, author_kind, author_id, author_name, signed_off_at,
     reopened_at, reopened_by_kind, reopened_by_id, reopened_by_name, reopening_reason)
   SELECT ${idOf("VA", "n")}, ${idOf("CA", companyOfReview("n"))}, ${idOf("RA", reviewOf("n"))}, 1, '', 'key', ${idOf("KA", companyOfReview("n"))}, 'ak_c…abcd', ${at("n + 99")},
          CASE WHEN n % (2 * ${documentsPerReview}) = 0 THEN ${at("n + 100")} END, CASE WHEN n % (2 * ${documentsPerReview}) = 0 THEN 'key' END,
          CASE WHEN n % (2 * ${documentsPerReview}) = 0 THEN ${idOf("KA", companyOfReview("n"))} END, NULL, CASE WHEN n % (2 * ${documentsPerReview}) = 0 THEN 'More.' END
     FROM generate_series($1::int, $2::int) n WHERE n % ${documentsPerReview} = 0`,
  `INSERT INTO review_links (id, company_id, review_id, label, token_hash, author_kind, author_id, author_name, created_at, expires_at)
   SELECT ${idOf("WA", "n")}, ${idOf("CA", companyOfReview("n"))}, ${idOf("RA", reviewOf("n"))}, 'Auditor', sha256(n::text::bytea), 'key',
          ${idOf("KA", companyOfReview("n"))}, 'ak_c…abcd', ${at("n")}, ${at("n + 900000")}
     FROM generate_series($1::int, $2::int) n WHERE n % ${documentsPerReview} = 0`,
  `INSERT INTO review_link_sessions (id, hash, link_id, created_at, seen_at, expires_at)
   SELECT ${idOf("XA", "n")}, sha256(('link ' || n)::bytea), ${idOf("WA", `n - n % ${documentsPerReview}`)}, ${at("n")}, ${at("n + 60")}, ${at("n + 43200")}
     FROM generate_series($1::int, $2::int) n WHERE n >= $1 + ${documentsPerReview}`,
  `INSERT INTO sign_off_records (company_id, position, sign_off_id, record, sha256)
   SELECT ${idOf("CA", companyOfReview("n"))}, 20000000 + n, ${idOf("VA", "n")}, '{}', sha256(n::text::bytea)
     FROM generate_series($1::int, $2::int) n WHERE n % ${documentsPerReview} = 0`,
  `INSERT INTO gaps (id, company_id, review_id, business_entity_id, control_id, subject_key, control_item_id, criterion_key, statement, search_text,
     document_id, item_id, verdict, level, status, severity, found_severity, owner_id, due_on, changed_at, closed_at, closed_reason, closed_by_document_id)
   SELECT ${idOf("QA", "n")}, ${idOf("CA", companyOfReview("n"))}, ${idOf("RA", reviewOf("n"))}, ${idOf("BA", companyOfReview("n"))}, c.id,
          ${idOf("DA", "n")}, i.id, 'notice-of-changes', 'Changes are announced.', 'Changes are announced.' || chr(10) || 'contract-' || n || '.pdf',
          ${idOf("DA", "n")}, ${idOf("JA", "n::bigint * 4")}, 'missing', 'must', s.status, 1 + n % 4, 1 + n % 4,
          CASE WHEN n % 3 = 0 THEN ${idOf("NA", companyOfReview("n"))} END, CASE WHEN n % 5 = 0 THEN ${dayOf("n")} END, ${at("n + 60")},
          CASE WHEN s.status = 'fixed' THEN ${at("n + 95")} END, CASE WHEN s.status = 'fixed' THEN 'met' END, CASE WHEN s.status = 'fixed' THEN ${idOf("DA", "n")} END
     FROM generate_series($1::int, $2::int) n, (SELECT id FROM controls WHERE code = 'DPA') c, (SELECT min(id::text) AS id FROM control_items) i,
          LATERAL (SELECT CASE n % 8 WHEN 0 THEN 'fixed' WHEN 1 THEN 'in_progress' WHEN 2 THEN 'accepted' ELSE 'open' END AS status) s
    WHERE n % ${waitingIn} <> 1`,
  `INSERT INTO gap_entries (id, gap_id, kind, account_id, text, document_id, created_at)
   SELECT ${idOf("MA", "n")}, ${idOf("QA", "n")}, 'comment', ${idOf("GA", companyOfReview("n"))}, 'Asked.', ${idOf("DA", "n")}, ${at("n + 90")}
     FROM generate_series($1::int, $2::int) n WHERE n % ${waitingIn} <> 1`,
  `INSERT INTO notifications (id, membership_id, event_id, kind, review_id, gap_id, actor_id, facts, created_at, mail_id)
   SELECT ${idOf("ZA", "n")}, ${idOf("NA", companyOfReview("n"))}, ${idOf("EA", "n")}, 'assigned', ${idOf("RA", reviewOf("n"))}, ${idOf("QA", "n")},
          ${idOf("GA", companyOfReview("n"))}, '{}', ${at("n + 95")}, CASE WHEN n % 50 > 0 THEN ${idOf("ZC", "n")} END
     FROM generate_series($1::int, $2::int) n WHERE n % ${waitingIn} <> 1`,
  `UPDATE documents SET gaps_refreshed = n % 1000 > 0 FROM generate_series($1::int, $2::int) n WHERE id = ${idOf("DA", "n")}`,
  `INSERT INTO events (id, company_id, type, data, created_at)
   SELECT ${idOf("EA", "n")}, ${idOf("CA", companyOfReview("n"))}, 'document.completed', jsonb_build_object('documentId', ${idOf("DA", "n")}), ${at("n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO webhook_deliveries (company_id, event_id, status, next_attempt_at, failures, delivered_at)
   SELECT ${idOf("CA", companyOfReview("n"))}, ${idOf("EA", "n")}, 'delivered', NULL, 0, ${at("n")} FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO webhook_attempts (event_id, at, duration_milliseconds, status_code)
   SELECT ${idOf("EA", "n")}, ${at("n")}, 80, 200 FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO document_records (company_id, position, document_id, record, sha256)
   SELECT ${idOf("CA", companyOfReview("n"))}, n, ${idOf("DA", "n")}, '{"documentId": "' || n || '"}', sha256(n::text::bytea)
     FROM generate_series($1::int, $2::int) n WHERE n % ${waitingIn} <> 1`,
  `INSERT INTO upload_sessions (id, company_id, status, submission, is_consolidated, created_at, expires_at)
   SELECT ${idOf("SA", "n")}, ${idOf("CA", companyOfReview("n"))}, 'completed', '{}', false, ${at("n")}, ${at("n + 86400")}
     FROM generate_series($1::int, $2::int) n WHERE n % 4 = 0`,
  `INSERT INTO upload_files (id, session_id, position, file_name, size_bytes, chunk_size_bytes, total_chunks, received_chunks, attempts, blob_key, blob_upload, document_id)
   SELECT ${idOf("TA", "n")}, ${idOf("SA", "n")}, 0, 'contract-' || n || '.pdf', 48000, 65536, 1, 1, 1, 'grown/' || n, '', ${idOf("DA", "n")}
     FROM generate_series($1::int, $2::int) n WHERE n % 4 = 0`,
  `INSERT INTO upload_chunks (file_id, chunk_index, receipt)
   SELECT ${idOf("TA", "n")}, 0, '' FROM generate_series($1::int, $2::int) n WHERE n % 4 = 0`,
  `INSERT INTO audit_log (id, at, actor_tier, company_id, action, subject_id, details, request_id)
   SELECT ${idOf("AA", "n")}, ${at("n")}, CASE WHEN n % 10 = 0 THEN 'partner' ELSE 'company' END, ${idOf("CA", companyOfReview("n"))},
          (ARRAY['document.submitted', 'upload.started', 'review.created', 'webhook.tested'])[1 + n % 4], ${idOf("DA", "n")}, '{}', ${idOf("QA", "n")}
     FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO audit_links (position, entry_id, entry_sha256, sha256)
   SELECT n, ${idOf("AA", "n")}, sha256(n::text::bytea), sha256(n::text::bytea) FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO anchors (number, text) SELECT n, '{}' FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO blob_keys (blob_key, key_id, wrapped)
   SELECT 'grown/' || n, 'k1', sha256(n::text::bytea) FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO unclaimed_blobs (blob_key, blob_upload, remove_after, company_id)
   SELECT 'on-its-way/' || n, '', ${at("n + 86400")}, CASE WHEN n % 20 = 0 THEN ${idOf("CA", companyOfReview("n"))} END FROM generate_series($1::int, $2::int) n WHERE n % 10 = 0`,
  `INSERT INTO idempotent_requests (owner, key, fingerprint, claim_id, lease_until, expires_at)
   SELECT ${idOf("CA", companyOfReview("n"))}, 'key-' || n, sha256(n::text::bytea), ${idOf("MA", "n")}, ${at("n")}, ${at("n + 86400")}
     FROM generate_series($1::int, $2::int) n WHERE n % 10 = 0`,
];

/** Without triggers and foreign keys, which cost most of the time, and without the service's time limit for statements. */
export async function inBulk(url: string, work: (query: Query) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await work(async (text, values) => (await client.query(text, values)).rows);
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

export async function seedGrowth(query: Query, { documents, companies }: Growth): Promise<void> {
  await query(perPartner, [0, Math.floor((companies - 1) / companiesPerPartner)]);
  for (const text of perCompany) await query(text, [0, companies - 1]);
  for (let first = 0; first < documents; first += batchSize) {
    const last = Math.min(first + batchSize, documents) - 1;
    for (const text of perDocument) {
      const values = text.includes("$3") ? [first, last, companies] : [first, last];
      await query(text, values);
    }
  }
}

/** A document as the queue knows it. */
export interface QueuedDocument {
  companyId: string;
  documentId: string;
  queueRound: number;
}

/** One in so many, from that number on. */
function everySoMany({ documents, companies }: Growth, step: number, first: number): QueuedDocument[] {
  const id = (kind: string, number: number) => `01G${kind}${number.toString(16).toUpperCase().padStart(21, "0")}`;
  const count = Math.max(0, Math.ceil((documents - first) / step));
  return Array.from({ length: count }, (_, queueRound) => {
    const number = queueRound * step + first;
    const company = (Math.floor(number / documentsPerReview) * 7919) % companies;
    return { companyId: id("CA", company), documentId: id("DA", number), queueRound };
  });
}

/** The queued documents. */
export const waitingDocuments = (growth: Growth): QueuedDocument[] => everySoMany(growth, waitingIn, 1);

/** The ended documents whose job the queue still has. */
export const finishedDocuments = (growth: Growth): QueuedDocument[] => everySoMany(growth, finishedJobIn, 3);
