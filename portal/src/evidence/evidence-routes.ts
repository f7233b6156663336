/** A company's own work: findings with their evidence, submissions, entities and webhooks. */
export const evidenceRoutes = [] as const;
