// Without zod: every page of the site reads the cookie, and most load no schema.

export const SESSION_LIMITS = {
  /** How long a session lasts, in the database and in the cookie. */
  days: 30,
  /** How long after a sign-in the session may make the calls that need a fresh one. */
  freshMinutes: 5,
  userAgentCharsMax: 300,
} as const;

/** The cookie that stores the session token between visits. Only the header `accessToken` authorizes a call. */
export const SESSION_COOKIE = { name: 'encrypted_token', path: '/' } as const;
