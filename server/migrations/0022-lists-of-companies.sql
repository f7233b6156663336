-- For lists of a partner's companies by name.

CREATE INDEX companies_by_name ON companies (partner_id, lower(name), id);
