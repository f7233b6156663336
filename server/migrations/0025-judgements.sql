-- A document whose files were judged again, by another control or by a newer revision of the same.

ALTER TABLE documents ADD COLUMN judgement_of ulid;
CREATE INDEX documents_by_judgement ON documents (judgement_of) WHERE judgement_of IS NOT NULL;
