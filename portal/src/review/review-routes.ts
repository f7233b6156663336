/** Reviews and documents, for reading. */
export const reviewRoutes = [] as const;
