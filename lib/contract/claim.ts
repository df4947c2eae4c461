import * as z from 'zod/mini';
import { defineCall, byId } from './call';
import { publicRole } from './product';
import { text } from '@/lib/texts/texts';

export const CLAIM_METHODS = ['meta', 'dns', 'file'] as const;
export type ClaimMethod = (typeof CLAIM_METHODS)[number];

/** The name of the meta element, the file and the DNS record that prove who owns a site. */
export const VERIFICATION_NAME = 'listgrove-verification';
/** Builds before November 26, 2026 had another one. What members have published under it is still a proof. */
export const VERIFICATION_NAMES: readonly string[] = [VERIFICATION_NAME, 'sprig-verification'];
export const verificationFile = (name = VERIFICATION_NAME) => `/.well-known/${name}.txt`;
export const VERIFICATION_FILE = verificationFile();

/** What a member publishes to prove a claim: 24 random bytes. */
export const CLAIM_TOKEN = /^[\w-]{32}$/;

export const CLAIM_LIMITS = {
  /** How long a claim that is not verified is kept. */
  openDays: 90,
  /** How often the proof is looked for again. */
  checkDays: 30,
  /** The wait after a check that has not found the proof. */
  retryDays: 3,
  /** So many such checks in a row end the claim. */
  failuresMax: 2,
} as const;

export const claim = z.object({
  id: z.string(),
  host: z.string(),
  status: z.enum(['open', 'verified', 'withdrawn']),
  token: z.string(),
  method: z.nullable(z.enum(CLAIM_METHODS)),
  verifiedAt: z.nullable(z.iso.datetime()),
});
export type Claim = z.infer<typeof claim>;

export const findClaimCall = defineCall({
  method: 'get',
  path: '/user/private/products/:id/claim',
  summary: text(
    'calls.findClaim',
    "The user's claim to own the site of a listed product, null without one. `problem` says why the site of this product can't be claimed.",
  ),
  access: 'member',
  params: byId,
  answer: z.object({
    host: z.string(),
    problem: z.optional(z.string()),
    /** Whether a meta element proves it: only on the front page of a host. */
    takesMeta: z.boolean(),
    claim: z.nullable(claim),
  }),
  errors: ['not_found'],
});

export const startClaimCall = defineCall({
  method: 'post',
  path: '/user/private/products/:id/claim',
  summary: text(
    'calls.startClaim',
    'Claims the site of a listed product. The answer has the token to publish there. Repeating the call changes nothing.',
  ),
  access: 'member',
  limits: ['claimByUser', 'claimByAddress'],
  params: byId,
  answer: z.object({ claim }),
  errors: ['bad_request', 'not_found'],
});

export const verifyClaimCall = defineCall({
  method: 'post',
  path: '/user/private/products/:id/claim/verification',
  summary: text(
    'calls.verifyClaim',
    "Looks for the token: in a meta element in the head of the site's front page, in a plain text file of nothing but tokens, or in the DNS. `conflict` when it is not there.",
  ),
  access: 'member',
  limits: ['claimByUser', 'claimByAddress'],
  params: byId,
  answer: z.object({ claim }),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const endClaimCall = defineCall({
  method: 'delete',
  path: '/user/private/products/:id/claim',
  summary: text('calls.endClaim', "Gives up the user's claim. Repeating the call changes nothing."),
  access: 'account',
  limits: ['withdrawByUser'],
  params: byId,
  answer: z.object({}),
  errors: [],
});

export const listClaimsCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/claims',
  summary: text('calls.listClaims', 'The verified claims of a product, and who has made them.'),
  access: 'moderator',
  params: byId,
  answer: z.object({
    claims: z.array(
      z.object({
        id: z.string(),
        host: z.string(),
        memberHandle: z.string(),
        memberRole: publicRole,
        method: z.nullable(z.enum(CLAIM_METHODS)),
        verifiedAt: z.iso.datetime(),
      }),
    ),
  }),
  errors: [],
});

export const withdrawClaimCall = defineCall({
  method: 'delete',
  path: '/moderation/claims/:id',
  summary: text('calls.withdrawClaim', "Ends a verified claim. Its member can't verify it again."),
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found'],
});
