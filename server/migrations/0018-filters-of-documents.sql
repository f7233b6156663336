-- For lists of a company's documents by status and by subject.

CREATE INDEX documents_by_status ON documents (company_id, status, id DESC);
CREATE INDEX documents_by_subject ON documents (company_id, lower(subject), id DESC) WHERE subject IS NOT NULL;
