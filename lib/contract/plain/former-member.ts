/**
 * The submitter of products whose account was deleted. The handle is reserved.
 *
 * Without zod: some pages show the name and load no schema.
 */
export const FORMER_MEMBER = { handle: 'former-member', name: 'a former member' } as const;
