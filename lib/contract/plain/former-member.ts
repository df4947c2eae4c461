/** Who has submitted what was published by members who left. Nobody can have this handle. */
export const FORMER_MEMBER = { handle: 'former-member', name: 'a former member' } as const;
