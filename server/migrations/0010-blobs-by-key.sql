-- Whether a blob is still wanted is asked for each one that is about to be removed: without these, each question read the
-- files of every document there is.
CREATE INDEX document_files_by_blob ON document_files (blob_key) WHERE blob_key IS NOT NULL;
CREATE INDEX document_files_by_pages_blob ON document_files (pages_blob_key) WHERE pages_blob_key IS NOT NULL;
