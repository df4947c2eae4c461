// Apart from the other paths, which every page loads.
/** The form for a report about a product. */
export const reportPath = (slug: string) => `/report?of=${encodeURIComponent(slug)}`;
