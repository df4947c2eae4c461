/** The submitter of products whose account was deleted. The handle is reserved. */
export const FORMER_MEMBER = { handle: 'former-member', name: 'a former member' } as const;

/** The shared row of all former members has no profile, and no handle contains characters that the database refuses. */
export const hasNoProfile = (handle: string): boolean =>
  handle === FORMER_MEMBER.handle || /[\p{Cc}\p{Cs}]/u.test(handle);
