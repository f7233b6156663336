-- Uploads that ended without becoming documents are looked up by their age when retention is applied.
CREATE INDEX upload_sessions_ended ON upload_sessions (expires_at) WHERE status IN ('expired', 'cancelled');
