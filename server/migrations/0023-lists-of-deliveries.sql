-- For lists of the deliveries that failed or wait; most are delivered and never enter the index, or leave it at once.

CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (company_id, status, event_id) WHERE status <> 'delivered';
