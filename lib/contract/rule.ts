import * as z from 'zod/mini';
import { defineCall } from './call';
import { PRODUCT_LIMITS } from './product';
import { text } from '@/lib/texts/texts';

/** What a site may ask of a submission. The owner switches each on in the site file. */
export const RULES = [
  'domainAge',
  'repositoryAge',
  'openSubmissions',
  'cooldown',
  'domainShare',
  'requiredFields',
  'declaration',
  'refusedWords',
  'refusedHosts',
] as const;
export type Rule = (typeof RULES)[number];

/** The inputs of the form that a rule may name. */
export const RULED_FIELDS = [
  'url',
  'name',
  'tagline',
  'description',
  'iconURL',
  'screenshotURL',
  'isMaker',
] as const;

/** What a rule says of a submission before it is sent. */
export const ruleCheck = z.object({
  rule: z.enum(RULES),
  /** `unknown`: it could not be measured, which refuses nothing. */
  outcome: z.enum(['passed', 'failed', 'unknown']),
  /** The rule, and the value that was measured. */
  sentence: z.string(),
  /** The input at fault. */
  field: z.optional(z.enum(RULED_FIELDS)),
  /** When a rule that failed will pass without a change, if that is known. */
  passesAt: z.optional(z.iso.datetime()),
});
export type RuleCheck = z.infer<typeof ruleCheck>;

const { descriptionCharsMax, nameCharsMax, taglineCharsMax, urlCharsMax } = PRODUCT_LIMITS;
const unfinished = (charsMax: number) => z._default(z.string().check(z.maxLength(charsMax)), '');

/** A form that may not be complete yet. */
export const ruledForm = z.object({
  url: unfinished(urlCharsMax),
  name: unfinished(nameCharsMax),
  tagline: unfinished(taglineCharsMax),
  description: unfinished(descriptionCharsMax),
  hasIcon: z._default(z.boolean(), false),
  hasScreenshot: z._default(z.boolean(), false),
  /** Whether the member has said who made the product. */
  isMaker: z.optional(z.nullable(z.boolean())),
});
export type RuledForm = z.infer<typeof ruledForm>;

export const checkRulesCall = defineCall({
  method: 'post',
  path: '/user/private/products/checks',
  summary: text(
    'calls.checkRules',
    "Checks a submission by the site's rules before it is sent, each with the measured value. Sending it checks the same.",
  ),
  access: 'member',
  limits: ['readByAddress', 'draftByUser'],
  body: ruledForm,
  answer: z.object({ checks: z.array(ruleCheck) }),
  errors: [],
});

/** What became of the submissions of the last 90 days. */
export const gateFigures = z.object({
  decidedCount: z.int(),
  approvedCount: z.int(),
  /** From the submission to the first decision. Null without any. */
  waitingHoursMedian: z.nullable(z.number()),
  waitingHoursP90: z.nullable(z.number()),
  /** How often each usual reason was given, the most frequent first. Other reasons are one. */
  reasons: z.array(z.object({ label: z.string(), count: z.int() })),
  countedAt: z.iso.datetime(),
});
export type GateFigures = z.infer<typeof gateFigures>;

export const listRulesCall = defineCall({
  method: 'get',
  path: '/rules',
  summary: text(
    'calls.listRules',
    'The rules for submissions that this site has, and what became of the submissions of the last 90 days.',
  ),
  answer: z.object({
    rules: z.array(z.object({ rule: z.enum(RULES), sentence: z.string() })),
    /** Null until they were counted for the first time. */
    figures: z.nullable(gateFigures),
  }),
  errors: [],
});
