-- For lists of a company's reviews by control and by business entity.

CREATE INDEX compliance_reviews_by_control ON compliance_reviews (company_id, control_id, id DESC);
CREATE INDEX compliance_reviews_by_entity ON compliance_reviews (company_id, business_entity_id, id DESC);
