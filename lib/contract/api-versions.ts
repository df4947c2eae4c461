/** The request header that chooses a version of the API. The answer names the version in the same header. */
export const API_VERSION_HEADER = 'api-version';

/**
 * The versions of the API that the product server knows, oldest first, each named after the day on which it began. Without
 * the header, a call gets the oldest one: programs that name none are the last to meet a change.
 */
export const API_VERSIONS = ['2026-11-01'] as const;
