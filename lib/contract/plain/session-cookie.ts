// Without schemas: every page of the site reads the cookie, and most never load zod.

export const SESSION_LIMITS = {
  /** How long a session lasts, in the database as in the cookie. */
  days: 30,
  userAgentCharsMax: 300,
} as const;

/** The cookie that keeps the session token between visits. Only the header `accessToken` authorises a call. */
export const SESSION_COOKIE = { name: 'encrypted_token', path: '/' } as const;
