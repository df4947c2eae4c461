import * as z from 'zod/mini';
import type { ErrorCode } from './errors';
import { COVERING_SIGNS, withoutUnseen } from './plain/seen-text';
import type { RateLimitName } from './rate-limits';
import { say, t, type Text } from '@/lib/texts/texts';

export type Schema = z.ZodMiniType;

/** The schema of a part that a call ignores. It parses any object into an empty one. */
export const nothing = z.object({});
type Nothing = typeof nothing;

type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';

/**
 * Who may make a call. Each level includes the levels before it. `account` is everyone who is signed in, including
 * banned users and users whose account is due for deletion; `member` excludes both.
 */
export const ACCESS = ['anyone', 'account', 'member', 'moderator', 'admin'] as const;
export type Access = (typeof ACCESS)[number];

/**
 * One call of the product server, described once: for the endpoint that serves it, for the browser that makes it,
 * and for the OpenAPI document.
 */
export type Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to the product server's base URL, with parameters as `:name`. */
  path: `/${string}`;
  summary: Text;
  access: Access;
  /**
   * Only within five minutes of a sign-in, so that a stolen session cannot make the call. Later, the call fails with
   * `unauthenticated` and names `accessToken` in `fields`: the session goes on, but the user has to sign in again.
   * `but-for-first-way`: at any time for an account without a way to sign in, as the setup link makes one.
   */
  needsFreshSignIn: boolean | 'but-for-first-way';
  /** Part of the read API: pages of any origin may make it, without credentials. */
  isOpen?: boolean;
  /**
   * The rate limits of the call, beside `readByAddress` or `changeByAddress`, whichever fits its method; a call that states
   * one of the two has no other. Left out: the common ones of its access, see `limitsOf`.
   */
  limits?: readonly RateLimitName[];
  /** Refuses suspended members where others of their kind are not refused: see `isBarredBySuspension`. */
  isForUnsuspended?: boolean;
  params: Params;
  query: Query;
  body: Body;
  bodyTypes: readonly BodyType[];
  bodyBytesMax: number;
  /** The body of a success, without `isError: false`. */
  answer: Answer;
  status: 200 | 201 | 202;
  /** Absent unless the call is to go: its answers say so (RFC 9745 and RFC 8594). */
  deprecation?: { since: Date; endsAt: Date };
  /** Whether a former slug in the query is redirected to the present one, with 308. */
  isMovable?: boolean;
  /** The failures that do not follow from the rest of the description. */
  errors: readonly ErrorCode[];
};

/** The body of a success of a call: `AnswerOf<typeof someCall>`. */
export type AnswerOf<Described extends Call> = z.output<Described['answer']>;

/** What a suspended member cannot do: anything but what `SUSPENSION_EFFECT` says, in the words of the member. */
export const isBarredBySuspension = ({ access, method, isForUnsuspended }: Call): boolean =>
  isForUnsuspended === true ||
  (access === 'member'
    ? method !== 'get' && method !== 'delete'
    : access !== 'account' && access !== 'anyone');

/**
 * Every rate limit that counts a call.
 *
 * @throws Error for a change by members that states no limits.
 */
export function limitsOf(call: Call): readonly RateLimitName[] {
  const limits = call.limits ?? commonLimitsOf(call);
  const byAddress = call.method === 'get' ? 'readByAddress' : 'changeByAddress';
  const isStated = limits.some((limit) => limit === 'readByAddress' || limit === 'changeByAddress');
  return isStated ? limits : [byAddress, ...limits];
}

function commonLimitsOf({ method, path, access }: Call): readonly RateLimitName[] {
  if (access === 'anyone') return [];
  if (method === 'get') return ['readByUser'];
  if (access === 'moderator' || access === 'admin') return ['moderateByUser'];
  throw new Error(`${method} ${path} states no limits.`);
}

export function failuresOf({ access, needsFreshSignIn, body, errors }: Call): ErrorCode[] {
  const isForAccounts = access === 'anyone' || access === 'account';
  return [
    ...new Set<ErrorCode>([
      ...errors,
      // Also for a version of the API that does not exist.
      'bad_request',
      ...(body === nothing ? [] : (['too_large', 'unsupported_media'] as const)),
      ...(access === 'anyone' ? [] : (['unauthenticated'] as const)),
      ...(isForAccounts && !needsFreshSignIn ? [] : (['forbidden'] as const)),
      'rate_limited',
      'internal',
      'unavailable',
    ]),
  ];
}

type Optional =
  'access' | 'needsFreshSignIn' | 'params' | 'query' | 'body' | 'bodyTypes' | 'bodyBytesMax' | 'status';
type Draft<C extends Call> = Omit<C, Optional> & Partial<Pick<C, Optional>>;

/** Describes a call. Defaults: ignored parts, a JSON body, access for anyone, status 200. */
export function defineCall<
  Answer extends Schema,
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
>(draft: Draft<Call<Params, Query, Body, Answer>>): Call<Params, Query, Body, Answer>;
export function defineCall(draft: Draft<Call>): Call {
  return {
    access: 'anyone',
    needsFreshSignIn: false,
    params: nothing,
    query: nothing,
    body: nothing,
    bodyTypes: ['application/json'],
    bodyBytesMax: 64 * 1024,
    status: 200,
    ...draft,
  };
}

export const isId = (pattern: RegExp) =>
  z.regex(pattern, { error: () => t('field.notAnId', "That's not a valid id.") });

/** The id of a product, or of any other row. */
export const productId = z.string().check(isId(/^[1-9]\d{0,17}$/));
export const byId = z.object({ id: productId });

/** The `nextCursor` of the page before. Absent for the first page. */
export const after = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));

/** Opaque. Pass it as `after` for the next page. Null on the last page. */
export const nextCursor = z.nullable(z.string());

/** The request header that chooses a version of the API. The answer names the version in the same header. */
export const API_VERSION_HEADER = 'api-version';

/**
 * The versions of the API that the product server knows, oldest first, each named after the day on which it began. Without
 * the header, a call gets the oldest one: programs that name none are the last to meet a change.
 */
export const API_VERSIONS = ['2026-11-01'] as const;

const COVERING = new RegExp(COVERING_SIGNS, 'u');

/**
 * Takes the invisible characters, and the spaces at both ends, out of a text that people write; refuses signs that cover the lines beside it. Comes
 * before all other checks of each line and text that members write.
 */
export const tidied = z.check<string>((given) => {
  given.value = withoutUnseen(given.value).trim();
  if (!COVERING.test(given.value.normalize('NFC'))) return;
  given.issues.push({
    code: 'custom',
    input: given.value,
    message: t('field.leaveOutSigns', 'Leave out signs that cover other letters.'),
  });
});

/** One line. Excludes the characters that change the direction of text, because they also affect the text after it. */
export const isLine = z.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u, {
  error: () => t('field.keepToOneLine', 'Keep it to one line of plain text.'),
});

export const isText = z.regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, {
  error: () => t('field.leaveOutControls', 'Leave out control characters.'),
});

/** An instant that a request sends. Fractions of a second could have any number of digits. */
export const sentInstant = (message?: Text) =>
  z.iso.datetime(message && { error: () => say(message) }).check(z.maxLength(40));

/** The field of a form that people do not see. A sender that fills the field is a program. */
export const honeypot = z._default(z.string().check(z.maxLength(1_000)), '');

export const isVisible = z.regex(/(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u, {
  error: () => t('field.useVisible', 'Use at least one visible character.'),
});

export const isEmail = z.email({ error: () => t('field.notAnEmail', "That's not an email address.") });

/** English has no limit of one character; other languages have more forms. */
export const atMost = (charsMax: number) =>
  z.maxLength(charsMax, {
    error: () =>
      t('field.charsMax', 'Use at most {charsMax, plural, one {# character} other {# characters}}.', {
        charsMax,
      }),
  });

export const atLeast = (charsMin: number) =>
  z.minLength(charsMin, {
    error: () =>
      t('field.charsMin', 'Use at least {charsMin, plural, one {# character} other {# characters}}.', {
        charsMin,
      }),
  });

/** @param missing what to say of an empty text. */
export const requiredText = (charsMax: number, missing: Text) =>
  z.string().check(tidied, z.minLength(1, { error: () => say(missing) }), atMost(charsMax), isText);

/** Empty if it is left out. */
export const optionalText = (charsMax: number, isAllowed = isText) =>
  z._default(z.string().check(tidied, atMost(charsMax), isAllowed), '');
