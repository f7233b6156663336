-- Quotas of single partners and companies that differ from the service's settings. Erased with the company.

CREATE TABLE quota_overrides (
  owner_id ulid PRIMARY KEY,
  overrides jsonb NOT NULL
);
